// Messages of the site. Tests find elements by the text that readers see.
import admin_en from "../content/messages/en/admin.json" with { type: "json" };
import app_en from "../content/messages/en/app.json" with { type: "json" };
import assistant_en from "../content/messages/en/assistant.json" with { type: "json" };
import assistant_admin_en from "../content/messages/en/assistant-admin.json" with { type: "json" };
import backup_en from "../content/messages/en/backup.json" with { type: "json" };
import config_en from "../content/messages/en/config.json" with { type: "json" };
import controls_en from "../content/messages/en/controls.json" with { type: "json" };
import datastat_en from "../content/messages/en/datastat.json" with { type: "json" };
import docs_en from "../content/messages/en/docs.json" with { type: "json" };
import edit_en from "../content/messages/en/edit.json" with { type: "json" };
import feedback_en from "../content/messages/en/feedback.json" with { type: "json" };
import keys_en from "../content/messages/en/keys.json" with { type: "json" };
import landing_en from "../content/messages/en/landing.json" with { type: "json" };
import localization_en from "../content/messages/en/localization.json" with { type: "json" };
import login_en from "../content/messages/en/login.json" with { type: "json" };
import media_en from "../content/messages/en/media.json" with { type: "json" };
import offline_en from "../content/messages/en/offline.json" with { type: "json" };
import pages_en from "../content/messages/en/pages.json" with { type: "json" };
import palette_en from "../content/messages/en/palette.json" with { type: "json" };
import passages_en from "../content/messages/en/passages.json" with { type: "json" };
import redirects_en from "../content/messages/en/redirects.json" with { type: "json" };
import search_en from "../content/messages/en/search.json" with { type: "json" };
import shared_en from "../content/messages/en/shared.json" with { type: "json" };
import site_en from "../content/messages/en/site.json" with { type: "json" };
import transfer_en from "../content/messages/en/transfer.json" with { type: "json" };
import users_en from "../content/messages/en/users.json" with { type: "json" };
import webhooks_en from "../content/messages/en/webhooks.json" with { type: "json" };
import wording_en from "../content/messages/en/wording.json" with { type: "json" };
import admin_zh from "../content/messages/zh/admin.json" with { type: "json" };
import app_zh from "../content/messages/zh/app.json" with { type: "json" };
import assistant_zh from "../content/messages/zh/assistant.json" with { type: "json" };
import assistant_admin_zh from "../content/messages/zh/assistant-admin.json" with { type: "json" };
import backup_zh from "../content/messages/zh/backup.json" with { type: "json" };
import config_zh from "../content/messages/zh/config.json" with { type: "json" };
import controls_zh from "../content/messages/zh/controls.json" with { type: "json" };
import datastat_zh from "../content/messages/zh/datastat.json" with { type: "json" };
import docs_zh from "../content/messages/zh/docs.json" with { type: "json" };
import edit_zh from "../content/messages/zh/edit.json" with { type: "json" };
import feedback_zh from "../content/messages/zh/feedback.json" with { type: "json" };
import keys_zh from "../content/messages/zh/keys.json" with { type: "json" };
import landing_zh from "../content/messages/zh/landing.json" with { type: "json" };
import localization_zh from "../content/messages/zh/localization.json" with { type: "json" };
import login_zh from "../content/messages/zh/login.json" with { type: "json" };
import media_zh from "../content/messages/zh/media.json" with { type: "json" };
import offline_zh from "../content/messages/zh/offline.json" with { type: "json" };
import pages_zh from "../content/messages/zh/pages.json" with { type: "json" };
import palette_zh from "../content/messages/zh/palette.json" with { type: "json" };
import passages_zh from "../content/messages/zh/passages.json" with { type: "json" };
import redirects_zh from "../content/messages/zh/redirects.json" with { type: "json" };
import search_zh from "../content/messages/zh/search.json" with { type: "json" };
import shared_zh from "../content/messages/zh/shared.json" with { type: "json" };
import site_zh from "../content/messages/zh/site.json" with { type: "json" };
import transfer_zh from "../content/messages/zh/transfer.json" with { type: "json" };
import users_zh from "../content/messages/zh/users.json" with { type: "json" };
import webhooks_zh from "../content/messages/zh/webhooks.json" with { type: "json" };
import wording_zh from "../content/messages/zh/wording.json" with { type: "json" };

export const words = {
	en: {
		admin: admin_en,
		app: app_en,
		assistant: assistant_en,
		assistantAdmin: assistant_admin_en,
		backup: backup_en,
		config: config_en,
		controls: controls_en,
		datastat: datastat_en,
		docs: docs_en,
		edit: edit_en,
		feedback: feedback_en,
		keys: keys_en,
		landing: landing_en,
		localization: localization_en,
		login: login_en,
		media: media_en,
		offline: offline_en,
		pages: pages_en,
		palette: palette_en,
		passages: passages_en,
		users: users_en,
		redirects: redirects_en,
		search: search_en,
		shared: shared_en,
		site: site_en,
		transfer: transfer_en,
		webhooks: webhooks_en,
		wording: wording_en,
	},
	zh: {
		admin: admin_zh,
		app: app_zh,
		assistant: assistant_zh,
		assistantAdmin: assistant_admin_zh,
		backup: backup_zh,
		config: config_zh,
		controls: controls_zh,
		datastat: datastat_zh,
		docs: docs_zh,
		edit: edit_zh,
		feedback: feedback_zh,
		keys: keys_zh,
		landing: landing_zh,
		localization: localization_zh,
		login: login_zh,
		media: media_zh,
		offline: offline_zh,
		pages: pages_zh,
		palette: palette_zh,
		passages: passages_zh,
		users: users_zh,
		redirects: redirects_zh,
		search: search_zh,
		shared: shared_zh,
		site: site_zh,
		transfer: transfer_zh,
		webhooks: webhooks_zh,
		wording: wording_zh,
	},
};

export type Words = (typeof words)[keyof typeof words];
