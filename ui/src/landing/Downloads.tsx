import { useEffect, useState } from "react";
import styles from "@/landing/Downloads.module.css";
import { bestFor, platformName, platformOf, type System } from "@/landing/platforms";
import { text } from "@/landing/text";
import type { Download, Release } from "@/shared/http/types";
import { downloadSize } from "@/shared/i18n/format";
import { useLocale } from "@/shared/i18n/locale";

/** Table of files with size and checksum. If a file fits the visitor's system, a button above the table links to it. */
export function Downloads({ release }: { release: Release }) {
	const locale = useLocale();
	const [system, setSystem] = useState<System>();
	useEffect(() => {
		let left = false;
		const update = (found: System | undefined) => {
			if (!left) setSystem(found);
		};
		void platformOf(navigator).then(update);
		return () => {
			left = true;
		};
	}, []);
	const { version, files } = release;
	const best = bestFor(system, files);
	return (
		<div className={styles.downloads} lang={locale}>
			{/* The space is reserved, so that the layout does not change after the system is detected. */}
			<div className={styles.best}>
				{best && (
					<a className="button" data-kind="primary" href={best.url} download={best.name}>
						{text(locale, "downloadFor", { platform: platformName(locale, best.platform) })}
					</a>
				)}
			</div>
			<div className={styles.scroll} tabIndex={-1}>
				<table>
					<caption>{version ? text(locale, "filesOf", { version }) : text(locale, "files")}</caption>
					<thead>
						<tr>
							<th scope="col">{text(locale, "platform")}</th>
							<th scope="col">{text(locale, "file")}</th>
							<th scope="col">{text(locale, "size")}</th>
							<th scope="col">SHA-256</th>
						</tr>
					</thead>
					<tbody>
						{files.map((file) => (
							<Row key={`${file.url} ${file.platform}`} file={file} />
						))}
					</tbody>
				</table>
			</div>
		</div>
	);
}

function Row({ file }: { file: Download }) {
	const locale = useLocale();
	return (
		<tr>
			<td>{platformName(locale, file.platform)}</td>
			<th scope="row">
				<a href={file.url} download={file.name}>
					{file.name}
				</a>
			</th>
			<td>{file.size === null ? <NotSpecified /> : downloadSize(file.size)}</td>
			<td>{file.sha256 ? <code className={styles.sum}>{file.sha256}</code> : <NotSpecified />}</td>
		</tr>
	);
}

function NotSpecified() {
	const words = text(useLocale(), "notGiven");
	return (
		<span title={words}>
			<span aria-hidden="true">—</span>
			<span className="visually-hidden">{words}</span>
		</span>
	);
}
