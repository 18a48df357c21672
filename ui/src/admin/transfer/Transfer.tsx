import { type ReactElement, useState } from "react";
import { exportPages, importPages, type PageExport } from "@/admin/api";
import { IssueText } from "@/admin/pages/editor/IssueText";
import { saveFile } from "@/admin/saveFile";
import sectionStyles from "@/admin/section.module.css";
import { fieldErrorText, generatorName, transferText as text } from "@/admin/transfer/transferText";
import { failureOf, useMutation } from "@/admin/useMutation";
import type { ImportReport } from "@/shared/http/types";
import { number } from "@/shared/i18n/format";
import { joinSentences } from "@/shared/i18n/join";
import { useLocale } from "@/shared/i18n/locale";
import { Field } from "@/shared/ui/Field";
import fieldStyles from "@/shared/ui/Field.module.css";
import formStyles from "@/shared/ui/form.module.css";
import listStyles from "@/shared/ui/list.module.css";

/** Maximum number of pages in a list that is initially expanded. */
const mostOpen = 20;

/** Maximum number of renamed files in a response of the server. */
const mostRenamed = 20;

export async function open(): Promise<() => ReactElement> {
	return () => <Transfer />;
}

/** Page for the import and export of pages. */
function Transfer() {
	return (
		<div className={sectionStyles.section}>
			<Export />
			<Import />
		</div>
	);
}

function Export() {
	const locale = useLocale();
	const [sending, send] = useMutation();
	const [renamed, setRenamed] = useState<PageExport["renamed"]>([]);
	const download = () =>
		void send(async () => {
			const { name, content, renamed } = await exportPages();
			saveFile(name, content);
			setRenamed(renamed);
		});
	return (
		<section aria-labelledby="export" className={sectionStyles.section}>
			<h2 id="export">{text(locale, "export")}</h2>
			<p>{text(locale, "exportNote")}</p>
			<p className={listStyles.actions}>
				<button type="button" aria-disabled={sending.state === "sending"} onClick={download}>
					{text(locale, "exportSubmit")}
				</button>
			</p>
			{sending.state === "sending" && <Busy label={text(locale, "exporting")} />}
			<div role="status">{renamed.length > 0 && sending.state !== "sending" && <Renamed files={renamed} />}</div>
			<p role="alert" className={formStyles.error}>
				{failureOf(locale, sending)}
			</p>
		</section>
	);
}

/** Files that were renamed in the export. */
function Renamed({ files }: { files: PageExport["renamed"] }) {
	const locale = useLocale();
	return (
		<>
			<p>{text(locale, "renamed")}</p>
			<ul>
				{files.map(({ file, written }) => (
					<li key={file}>
						<code>{file}</code> → <code>{written}</code>
					</li>
				))}
			</ul>
			{files.length >= mostRenamed && <p>{text(locale, "renamedMore")}</p>}
		</>
	);
}

function Import() {
	const locale = useLocale();
	const [sending, send] = useMutation();
	const [chosen, setChosen] = useState<File>();
	const [report, setReport] = useState<ImportReport>();
	const [prune, setPrune] = useState(false);
	const take = (file: File, dryRun: boolean) =>
		void send(async () => {
			setReport(await importPages(file, { dryRun, prune: prune && !dryRun }));
		});
	const error = fieldErrorText(locale, sending);
	const isBusy = sending.state === "sending";
	return (
		<section aria-labelledby="import" className={sectionStyles.section}>
			<h2 id="import">{text(locale, "import")}</h2>
			<p>{text(locale, "importNote")}</p>
			<Field label={text(locale, "file")} hint={text(locale, "fileHint")} error={error}>
				{(attributes) => (
					<input
						{...attributes}
						type="file"
						accept=".zip,.tar,.gz,.tgz,.zst"
						onChange={({ target }) => {
							setChosen(target.files?.[0]);
							setReport(undefined);
							setPrune(false);
						}}
					/>
				)}
			</Field>
			{chosen && !isBusy && !report && (
				<p className={listStyles.actions}>
					<button type="button" onClick={() => take(chosen, true)}>
						{text(locale, "look")}
					</button>
				</p>
			)}
			{isBusy && <Busy label={text(locale, "reading")} />}
			<div role="status">{report && !isBusy && <Report report={report} />}</div>
			{chosen && !isBusy && report?.dry_run && (
				<>
					{report.absent.length > 0 && (
						<div className={fieldStyles.field}>
							<label className={fieldStyles.check}>
								<input type="checkbox" checked={prune} onChange={({ target }) => setPrune(target.checked)} />
								{text(locale, "prune", { count: number(report.absent.length) })}
							</label>
							<small>{text(locale, "pruneHint")}</small>
						</div>
					)}
					<p className={listStyles.actions}>
						<button type="button" data-kind="primary" onClick={() => take(chosen, false)}>
							{text(locale, "importSubmit", { name: chosen.name })}
						</button>
					</p>
				</>
			)}
			<p role="alert" className={formStyles.error}>
				{error === undefined && failureOf(locale, sending)}
			</p>
		</section>
	);
}

/** Result of an import or of its dry run. */
function Report({ report }: { report: ImportReport }) {
	const locale = useLocale();
	const { dry_run, because, issues } = report;
	const generator = generatorName(report.generator);
	const listedCount = issues.worst.reduce((sum, { count }) => sum + count, 0);
	const counts = {
		count: number(report.new + report.changed + report.same),
		new: number(report.new),
		changed: number(report.changed),
		same: number(report.same),
	};
	return (
		<>
			<p>
				{joinSentences(locale, [
					...(dry_run ? [] : [text(locale, "imported")]),
					because === null
						? text(locale, "readAs", { generator })
						: text(locale, "readBecause", { generator, because }),
				])}
			</p>
			<p>
				{joinSentences(locale, [
					text(locale, dry_run ? "would" : "done", counts),
					text(locale, "files", { count: number(report.files) }),
				])}
			</p>
			{report.absent.length > 0 && <AbsentPages report={report} />}
			{issues.worst.length > 0 && (
				<p>
					{joinSentences(locale, [
						text(locale, "issues", { count: number(listedCount + issues.more) }),
						...(issues.more > 0 ? [text(locale, "more", { count: number(issues.more) })] : []),
					])}
				</p>
			)}
			<ul className={listStyles.rows}>
				{issues.worst.map(({ severity, file, line, code, detail, count }) => (
					<li key={`${file} ${line} ${code} ${detail}`}>
						<p>
							<code>{line === null ? file : `${file}:${line}`}</code>
							<span className={listStyles.badge} data-tone={severity === "error" ? "warning" : undefined}>
								{text(locale, severity === "error" ? "error" : severity === "warning" ? "warning" : "hint")}
							</span>
						</p>
						<p>
							<IssueText issue={{ code, detail }} /> {count > 1 && text(locale, "times", { count: number(count) })}
						</p>
					</li>
				))}
			</ul>
		</>
	);
}

/** Pages of earlier imports that the archive does not contain. With `prune`, the import moves them to the trash. */
function AbsentPages({ report: { absent, dry_run, prune } }: { report: ImportReport }) {
	const locale = useLocale();
	const key = prune && !dry_run ? "pruned" : "absent";
	return (
		<details open={absent.length <= mostOpen}>
			<summary>{text(locale, key, { count: number(absent.length) })}</summary>
			<ul>
				{absent.map((page) => (
					<li key={page.file}>
						<span lang={page.locale}>{page.title}</span> <code>{page.file}</code>
					</li>
				))}
			</ul>
		</details>
	);
}

/** Progress indicator without a value, because the duration is unknown. */
function Busy({ label }: { label: string }) {
	return (
		<p>
			<progress aria-label={label} /> {label}
		</p>
	);
}
