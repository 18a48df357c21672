import type { ReactElement } from "react";
import { useRevalidator } from "react-router-dom";
import { Passkeys } from "@/admin/account/Passkeys";
import { TwoFactor } from "@/admin/account/TwoFactor";
import type { View } from "@/admin/adminRoutes";
import { ownPasskeys } from "@/admin/api";
import sectionStyles from "@/admin/section.module.css";
import { LastOutcome } from "@/admin/useAction";
import { usersText as text } from "@/admin/usersText";
import type { OwnPasskey } from "@/shared/http/types";
import { type Locale, useLocale } from "@/shared/i18n/locale";
import { logOut } from "@/shared/login/requests";
import listStyles from "@/shared/ui/list.module.css";

/**
 * Page for setting up a second factor. Users can open no other page of the admin area while their role requires a
 * second factor and their account has none.
 */
export async function openEnrollment(locale: Locale, signal?: AbortSignal): Promise<View> {
	const passkeys = await ownPasskeys(signal);
	const view: View = (): ReactElement => <Enroll passkeys={passkeys} />;
	view.title = text(locale, "enrollTitle");
	return view;
}

function Enroll({ passkeys }: { passkeys: OwnPasskey[] }) {
	const locale = useLocale();
	const { revalidate } = useRevalidator();
	return (
		<div className={sectionStyles.section}>
			<p>{text(locale, "enrollIntro")}</p>
			<LastOutcome>
				<TwoFactor isOn={false} codes={0} enrolled={() => void revalidate()} />
				<Passkeys passkeys={passkeys} />
			</LastOutcome>
			<p className={listStyles.actions}>
				<button type="button" onClick={() => void logOut()}>
					{text(locale, "enrollLogOut")}
				</button>
			</p>
		</div>
	);
}
