import part from "@/admin/People.module.css";
import { takeBack } from "@/admin/pages/api";
import { pathFault } from "@/admin/pages/fault";
import { text } from "@/admin/pages/text";
import { failureOf, useSending } from "@/admin/useSending";
import type { WrittenPage } from "@/admin/wire";
import { useLocale } from "@/shared/locale";

interface InTrashProps {
	id: string;
	mayTakeBack: boolean;
	done: (page: WrittenPage) => Promise<void>;
}

/** Why a page is only read, and the way back. */
export function InTrash({ id, mayTakeBack, done }: InTrashProps) {
	const locale = useLocale();
	const [sending, send] = useSending();
	return (
		<div className={part.stale}>
			<p role="status">{text(locale, "inTrash")}</p>
			{mayTakeBack && (
				<button
					type="button"
					aria-disabled={sending.state === "sending"}
					onClick={() => void send(async () => done(await takeBack(id)))}
				>
					{text(locale, "takeBack")}
				</button>
			)}
			<p role="alert" className={part.fault}>
				{pathFault(locale, sending) ?? failureOf(locale, sending)}
			</p>
		</div>
	);
}
