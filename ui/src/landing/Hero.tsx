import styles from "@/landing/Hero.module.css";
import type { Action } from "@/landing/wire";
import { Link } from "@/shared/Link";

/** The inscription over the gate. */
export function Hero({
	name,
	tagline,
	text,
	actions,
}: {
	name: string;
	tagline: string;
	text: string;
	actions: Action[];
}) {
	return (
		<section className={styles.hero}>
			<svg className={styles.gate} viewBox="0 0 400 220" aria-hidden="true" focusable="false">
				<path d="M6 62C70 58 110 40 124 8h152c14 32 54 50 118 54" />
				<path d="M44 98h312" />
				<path d="M96 220V98M304 220V98" />
			</svg>
			<h1>{name}</h1>
			{text && <p className={styles.text}>{text}</p>}
			{tagline && <p className={styles.tagline}>{tagline}</p>}
			{actions.length > 0 && (
				<ul className={styles.actions}>
					{actions.map((action) => (
						<li key={action.url}>
							<Link to={action.url} className="button" data-kind={action.primary ? "primary" : "plain"}>
								{action.text}
							</Link>
						</li>
					))}
				</ul>
			)}
		</section>
	);
}
