import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router-dom";
import styles from "@/admin/account/TwoFactor.module.css";
import { beginSecondFactor, confirmSecondFactor, endSecondFactor } from "@/admin/api";
import { saveFile } from "@/admin/saveFile";
import sectionStyles from "@/admin/section.module.css";
import { useAction } from "@/admin/useAction";
import { failureOf, fieldErrorText } from "@/admin/useMutation";
import { usersText as text } from "@/admin/usersText";
import type { SecondFactor } from "@/shared/http/types";
import { number } from "@/shared/i18n/format";
import { joinSentences, withTrailingSpace } from "@/shared/i18n/join";
import { useLocale } from "@/shared/i18n/locale";
import { ConfirmButton } from "@/shared/ui/ConfirmButton";
import { CopyButton } from "@/shared/ui/CopyButton";
import { controlsText } from "@/shared/ui/controlsText";
import { Field } from "@/shared/ui/Field";
import formStyles from "@/shared/ui/form.module.css";
import listStyles from "@/shared/ui/list.module.css";
import panelStyles from "@/shared/ui/panel.module.css";

type Step =
	| { step: "none" }
	/** The secret is displayed; the user enters a code to confirm that the app has stored it. */
	| { step: "begun"; factor: SecondFactor }
	| { step: "codes"; codes: string[]; hadOthers: boolean };

interface TwoFactorProps {
	isOn: boolean;
	/** Number of unused recovery codes. */
	codes: number;
	/** Called after the user has saved the recovery codes; only set on the page for the required set-up. */
	enrolled?: () => void;
}

/** New recovery codes are recommended if at most this number remains. */
const lowCodeCount = 3;

/** Settings of two-factor authentication with an authenticator app. */
export function TwoFactor({ isOn, codes, enrolled }: TwoFactorProps) {
	const locale = useLocale();
	const { revalidate } = useRevalidator();
	const [step, setStep] = useState<Step>({ step: "none" });
	const { sending, act, message } = useAction("second");
	const title = useRef<HTMLHeadingElement>(null);
	const rest = () => setStep({ step: "none" });
	// Focuses the heading, because the focused button was removed.
	const done = () => {
		rest();
		title.current?.focus();
		enrolled?.();
	};

	const begin = () =>
		act(async () => {
			setStep({ step: "begun", factor: await beginSecondFactor() });
			return undefined;
		});
	const end = () =>
		act(async () => {
			await endSecondFactor();
			await revalidate();
			done();
			return text(locale, "userTwoFactorEnded");
		});
	const verifyCode = async (code: string) => {
		const { recovery_codes } = await confirmSecondFactor(code);
		setStep({ step: "codes", codes: recovery_codes, hadOthers: isOn });
		// Reloading would close the set-up page while it displays the recovery codes.
		if (!enrolled) await revalidate();
		return undefined;
	};
	// Sends an empty code: the server accepts a code only once, and the re-authentication has already used the entered
	// code.
	const renew = () => act(() => verifyCode(""));

	return (
		<section aria-labelledby="two-factor" className={sectionStyles.section}>
			<h2 ref={title} id="two-factor" tabIndex={-1}>
				{text(locale, "twoFactorTitle")}
			</h2>
			<p>
				{joinSentences(locale, [
					text(locale, isOn ? "twoFactorIsOn" : "twoFactorIsOff"),
					...(isOn ? [text(locale, "codesLeft", { count: number(codes) })] : []),
				])}
			</p>
			{isOn && codes <= lowCodeCount && <p className={formStyles.error}>{text(locale, "codesFew")}</p>}
			{step.step === "begun" && <Secret factor={step.factor} />}
			{step.step === "begun" && <CodeForm prove={verifyCode} cancel={rest} />}
			{step.step === "codes" && <RecoveryCodes codes={step.codes} hadOthers={step.hadOthers} done={done} />}
			{step.step === "none" && (
				<p className={listStyles.actions}>
					{isOn ? (
						<>
							<ConfirmButton
								label={text(locale, "twoFactorRenew")}
								name={text(locale, "twoFactorRenew")}
								question={text(locale, "twoFactorRenewSure")}
								act={renew}
							/>
							<ConfirmButton
								label={text(locale, "twoFactorEnd")}
								name={text(locale, "twoFactorEnd")}
								question={text(locale, "twoFactorEndSure")}
								act={end}
							/>
						</>
					) : (
						<button type="button" onClick={begin}>
							{text(locale, "twoFactorBegin")}
						</button>
					)}
				</p>
			)}
			<p role="status">{message}</p>
			<p role="alert" className={formStyles.error}>
				{failureOf(locale, sending)}
			</p>
		</section>
	);
}

function Secret({ factor: { qr_code: qrCode, secret, uri } }: { factor: SecondFactor }) {
	const locale = useLocale();
	return (
		<>
			<p>{text(locale, "twoFactorScan")}</p>
			<img
				className={styles.qrCode}
				src={`data:image/svg+xml,${encodeURIComponent(qrCode)}`}
				alt={text(locale, "twoFactorQrCode")}
			/>
			<p>
				{withTrailingSpace(text(locale, "twoFactorType"))}
				<code>{groupedByFour(secret)}</code>
			</p>
			<p>
				<a href={uri}>{text(locale, "twoFactorOpen")}</a>
			</p>
		</>
	);
}

function groupedByFour(secret: string): string {
	return secret.replace(/.{4}(?=.)/g, "$& ");
}

interface CodeFormProps {
	prove: (code: string) => Promise<undefined>;
	cancel: () => void;
}

function CodeForm({ prove, cancel }: CodeFormProps) {
	const locale = useLocale();
	const { sending, act, forget } = useAction("second");
	const input = useRef<HTMLInputElement>(null);
	useLayoutEffect(() => input.current?.focus(), []);
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const code = String(new FormData(event.currentTarget).get("code")).replace(/\s/g, "");
		act(() => prove(code));
	}
	return (
		<form className={formStyles.form} onSubmit={submit} onInput={forget}>
			<Field
				label={text(locale, "twoFactorCode")}
				hint={text(locale, "twoFactorCodeHint")}
				error={fieldErrorText(locale, sending, "code")}
			>
				{(attributes) => (
					<input
						{...attributes}
						ref={input}
						name="code"
						inputMode="numeric"
						autoComplete="one-time-code"
						required
						pattern="[0-9 ]{6,8}"
						maxLength={8}
					/>
				)}
			</Field>
			<p role="alert" className={formStyles.error}>
				{failureOf(locale, sending, ["code"])}
			</p>
			<p className={listStyles.actions}>
				<button type="submit" data-kind="primary">
					{text(locale, "twoFactorConfirm")}
				</button>
				<button type="button" data-kind="quiet" onClick={cancel}>
					{controlsText(locale, "cancel")}
				</button>
			</p>
		</form>
	);
}

interface RecoveryCodesProps {
	codes: string[];
	hadOthers: boolean;
	done: () => void;
}

function RecoveryCodes({ codes, hadOthers, done }: RecoveryCodesProps) {
	const locale = useLocale();
	const title = useRef<HTMLHeadingElement>(null);
	// Focuses the heading, because the form with the focus was removed.
	useLayoutEffect(() => title.current?.focus(), []);
	const lines = `${codes.join("\n")}\n`;
	return (
		<div className={panelStyles.panel}>
			<h3 ref={title} tabIndex={-1}>
				{text(locale, "codesTitle")}
			</h3>
			<p>{joinSentences(locale, [text(locale, "codesText"), ...(hadOthers ? [text(locale, "codesOld")] : [])])}</p>
			<ol className={styles.codes}>
				{codes.map((code) => (
					<li key={code}>{code}</li>
				))}
			</ol>
			<p className={listStyles.actions}>
				<CopyButton value={lines} />
				<button
					type="button"
					onClick={() => saveFile("pailou-recovery-codes.txt", new Blob([lines], { type: "text/plain" }))}
				>
					{text(locale, "codesSave")}
				</button>
				<button type="button" data-kind="primary" onClick={done}>
					{text(locale, "codesDone")}
				</button>
			</p>
		</div>
	);
}
