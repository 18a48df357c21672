import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { type Command, commandsFor, matching } from "@/admin/command-palette/commands";
import styles from "@/admin/command-palette/Palette.module.css";
import { paletteText as text } from "@/admin/command-palette/paletteText";
import { usePages } from "@/admin/command-palette/usePages";
import { may } from "@/admin/roles";
import type { User } from "@/shared/http/types";
import { number } from "@/shared/i18n/format";
import { chooseLocale, otherLocale, useLocale, withLocale } from "@/shared/i18n/locale";
import { logOut } from "@/shared/login/requests";
import combobox from "@/shared/ui/Combobox.module.css";
import { Icon } from "@/shared/ui/Icon";
import { rovingIndex } from "@/shared/ui/rovingIndex";
import { usePendingEnter } from "@/shared/ui/usePendingEnter";
import { useTheme } from "@/shared/useTheme";

/** Command palette: pages and commands that the user may use, found by name or title. */
export function Palette({ user, close }: { user: User; close: () => void }) {
	const locale = useLocale();
	const navigate = useNavigate();
	const { next: nextTheme } = useTheme();
	const dialog = useRef<HTMLDialogElement>(null);
	const [typed, setTyped] = useState("");
	const [chosen, setChosen] = useState(0);
	const { pages, state } = usePages(typed, may(user, "pages-read"));
	const matches = matching(commandsFor(user, locale), typed);
	const commands = [...matches, ...pages];
	const active = commands[chosen] ? chosen : 0;
	const pendingEnter = usePendingEnter(state === "searching", () => {
		if (state === "found") runActive();
	});

	useEffect(() => dialog.current?.showModal(), []);
	useEffect(() => {
		document.getElementById(optionId(active))?.scrollIntoView({ block: "nearest" });
	}, [active]);

	// Calls `close` without waiting for the dialog's close event, because the next action may set the focus.
	function end(): void {
		dialog.current?.close();
		close();
	}

	function run(command: Command): void {
		end();
		if ("to" in command) {
			const isOfBoth = command.to === "/" || command.to.startsWith("/docs");
			void navigate(isOfBoth ? withLocale(command.to, locale) : command.to, { viewTransition: true });
		} else if (command.action === "theme") nextTheme();
		else if (command.action === "language") chooseLocale(otherLocale(locale));
		else void logOut();
	}

	function runActive(): void {
		const command = commands[active];
		if (command) run(command);
	}

	function submit(): void {
		if (state === "searching" && active >= matches.length) pendingEnter.wait();
		else runActive();
	}

	function press(event: KeyboardEvent): void {
		if (event.nativeEvent.isComposing) return;
		// A search field would handle Esc itself and clear its text first.
		if (event.key === "Escape") {
			event.preventDefault();
			end();
			return;
		}
		const next = rovingIndex(event.key, active, commands.length);
		if (next === undefined) return;
		event.preventDefault();
		setChosen(next);
	}

	return (
		<dialog
			ref={dialog}
			className={`${combobox.dialog} ${styles.dialog}`}
			aria-label={text(locale, "title")}
			onClose={close}
		>
			<form
				className={combobox.form}
				onSubmit={(event) => {
					event.preventDefault();
					submit();
				}}
			>
				<Icon name="search" />
				<input
					autoFocus
					type="search"
					role="combobox"
					value={typed}
					maxLength={2000}
					autoComplete="off"
					spellCheck={false}
					placeholder={text(locale, "hint")}
					aria-label={text(locale, "hint")}
					aria-autocomplete="list"
					aria-controls="palette-options"
					aria-expanded={commands.length > 0}
					aria-activedescendant={commands.length > 0 ? optionId(active) : undefined}
					onChange={({ target }) => {
						setTyped(target.value);
						setChosen(0);
						pendingEnter.cancel();
					}}
					onKeyDown={press}
				/>
				<button type="button" className={combobox.close} onClick={end}>
					<Icon name="close" />
					<span className="visually-hidden">{text(locale, "close")}</span>
				</button>
			</form>
			<div className={combobox.results} aria-busy={state === "searching"}>
				<div
					id="palette-options"
					role="listbox"
					aria-label={text(locale, "title")}
					className={`${combobox.options} ${styles.options}`}
				>
					{commands.map((command, at) => (
						<div key={`${command.group} ${command.id}`} role="presentation">
							{command.group !== commands[at - 1]?.group && (
								<p className={`${combobox.group} ${styles.group}`} aria-hidden="true">
									{text(locale, command.group)}
								</p>
							)}
							<button
								type="button"
								id={optionId(at)}
								role="option"
								aria-selected={at === active}
								tabIndex={-1}
								className={`${combobox.option} ${styles.option}`}
								onClick={() => run(command)}
							>
								{command.name}
							</button>
						</div>
					))}
				</div>
				{commands.length === 0 && state === "found" && <p className={combobox.state}>{text(locale, "nothing")}</p>}
				{state === "failed" && (
					<p role="alert" className={combobox.state}>
						{text(locale, "failed")}
					</p>
				)}
				<p role="status" className="visually-hidden">
					{state === "found" && text(locale, "count", { count: number(commands.length) })}
				</p>
			</div>
			<p className={combobox.keys} aria-hidden="true">
				{text(locale, "keys")}
			</p>
		</dialog>
	);
}

function optionId(at: number): string {
	return `palette-option-${at}`;
}
