import { type FormEvent, type ReactElement, useState } from "react";
import { useRevalidator } from "react-router-dom";
import type { RouteArgs } from "@/admin/adminRoutes";
import { changeModel, model, testModel } from "@/admin/model/api";
import { changeOf, type FieldName, fieldNames, formOf } from "@/admin/model/form";
import { fieldErrorText, testText, modelText as text } from "@/admin/model/modelText";
import sectionStyles from "@/admin/section.module.css";
import { failureOf, useMutation } from "@/admin/useMutation";
import type { ModelState } from "@/shared/http/types";
import { number } from "@/shared/i18n/format";
import { useLocale } from "@/shared/i18n/locale";
import { Field } from "@/shared/ui/Field";
import formStyles from "@/shared/ui/form.module.css";

/** Loads the settings page of the assistant's language model. */
export async function open({ signal }: RouteArgs): Promise<() => ReactElement> {
	const state = await model(signal);
	return () => <Model state={state} />;
}

function Model({ state }: { state: ModelState }) {
	const locale = useLocale();
	const { today, settings } = state;
	const counts = {
		answers: number(today.answers),
		input: number(today.input_tokens),
		output: number(today.output_tokens),
		cost: number(today.cost),
	};
	return (
		<div className={sectionStyles.section}>
			<p>{text(locale, "intro")}</p>
			<p>{text(locale, "today", counts)}</p>
			{today.cut_prompts > 0 && (
				<p className={formStyles.error}>{text(locale, "cut", { count: number(today.cut_prompts) })}</p>
			)}
			{settings.base_url !== "" && <ConnectionTest model={settings.model} />}
			<SettingsForm state={state} />
		</div>
	);
}

/** Connection test: requests the list of models from the server in the saved settings. */
function ConnectionTest({ model }: { model: string }) {
	const locale = useLocale();
	const [sending, send] = useMutation();
	const [message, setMessage] = useState("");
	const run = () => {
		setMessage("");
		void send(async () => setMessage(testText(locale, (await testModel()).code, model)));
	};
	return (
		<div>
			<button type="button" aria-disabled={sending.state === "sending"} onClick={run}>
				{text(locale, "test")}
			</button>
			<p>
				<small>{text(locale, "testHint")}</small>
			</p>
			<p role="status">{message}</p>
			<p role="alert" className={formStyles.error}>
				{failureOf(locale, sending)}
			</p>
		</div>
	);
}

function SettingsForm({ state }: { state: ModelState }) {
	const locale = useLocale();
	const { revalidate } = useRevalidator();
	const [sending, send] = useMutation();
	const [message, setMessage] = useState("");
	const [input, setInput] = useState(() => formOf(state.settings));
	const isStale = sending.state === "refused" && sending.error.problem.status === 412;
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		setMessage("");
		void send(async () => {
			setInput(formOf((await changeModel(state.revision, changeOf(input))).settings));
			await revalidate();
			setMessage(text(locale, "saved"));
		});
	}
	const control = (name: FieldName) => ({
		value: input.fields[name],
		onChange: ({ target }: { target: { value: string } }) =>
			setInput({ ...input, fields: { ...input.fields, [name]: target.value } }),
	});
	const quantity = (name: FieldName, hint?: string, isRequired = true) => (
		<Field label={text(locale, name)} hint={hint} error={fieldErrorText(locale, sending, name)}>
			{(attributes) => (
				<input {...attributes} type="number" min={0} step="any" required={isRequired} {...control(name)} />
			)}
		</Field>
	);
	return (
		<form className={formStyles.form} onSubmit={submit} aria-label={text(locale, "save")}>
			<h2>{text(locale, "server")}</h2>
			<label>
				<input
					type="checkbox"
					checked={input.is_on}
					onChange={({ target }) => setInput({ ...input, is_on: target.checked })}
				/>{" "}
				{text(locale, "isOn")}
			</label>
			<Field
				label={text(locale, "base_url")}
				hint={text(locale, "base_url.hint")}
				error={fieldErrorText(locale, sending, "base_url")}
			>
				{(attributes) => (
					<input
						{...attributes}
						type="url"
						maxLength={2000}
						autoComplete="off"
						spellCheck={false}
						{...control("base_url")}
					/>
				)}
			</Field>
			<Field
				label={text(locale, "model")}
				hint={text(locale, "model.hint")}
				error={fieldErrorText(locale, sending, "model")}
			>
				{(attributes) => (
					<input {...attributes} maxLength={200} autoComplete="off" spellCheck={false} {...control("model")} />
				)}
			</Field>
			<Field
				label={text(locale, "api_key")}
				hint={text(locale, state.has_key ? "api_key.kept" : "api_key.none")}
				error={fieldErrorText(locale, sending, "api_key")}
			>
				{(attributes) => (
					<input
						{...attributes}
						type="password"
						maxLength={1000}
						autoComplete="off"
						value={input.api_key}
						onChange={({ target }) => setInput({ ...input, api_key: target.value })}
					/>
				)}
			</Field>
			{state.has_key && (
				<label>
					<input
						type="checkbox"
						checked={input.removes_key}
						onChange={({ target }) => setInput({ ...input, removes_key: target.checked })}
					/>{" "}
					{text(locale, "removeKey")}
				</label>
			)}
			<Field
				label={text(locale, "extra")}
				hint={text(locale, "extra.hint")}
				error={fieldErrorText(locale, sending, "extra")}
			>
				{(attributes) => (
					<input {...attributes} maxLength={2000} autoComplete="off" spellCheck={false} {...control("extra")} />
				)}
			</Field>
			<h2>{text(locale, "budget")}</h2>
			<p>{text(locale, "budgetHint")}</p>
			{quantity("input_price")}
			{quantity("output_price")}
			{quantity("daily_tokens", text(locale, "noLimit"), false)}
			{quantity("daily_cost", text(locale, "noLimit"), false)}
			{quantity("visitor_answers")}
			<h2>{text(locale, "limits")}</h2>
			{quantity("prompt_tokens", text(locale, "prompt_tokens.hint"))}
			{quantity("answer_tokens", text(locale, "answer_tokens.hint"))}
			{quantity("connect_ms")}
			{quantity("first_token_ms")}
			{quantity("between_tokens_ms")}
			{quantity("total_ms")}
			<p role="status">{message}</p>
			<p role="alert" className={formStyles.error}>
				{isStale ? text(locale, "stale") : failureOf(locale, sending, [...fieldNames, "api_key"])}
			</p>
			<button type="submit" data-kind="primary" aria-disabled={sending.state === "sending"}>
				{text(locale, "save")}
			</button>
		</form>
	);
}
