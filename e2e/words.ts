// The site's own messages: tests find things by the words a reader sees.
import admin_en from "../content/messages/en/admin.json" with { type: "json" };
import app_en from "../content/messages/en/app.json" with { type: "json" };
import assistant_en from "../content/messages/en/assistant.json" with { type: "json" };
import datastat_en from "../content/messages/en/datastat.json" with { type: "json" };
import docs_en from "../content/messages/en/docs.json" with { type: "json" };
import keys_en from "../content/messages/en/keys.json" with { type: "json" };
import landing_en from "../content/messages/en/landing.json" with { type: "json" };
import localization_en from "../content/messages/en/localization.json" with { type: "json" };
import offline_en from "../content/messages/en/offline.json" with { type: "json" };
import shared_en from "../content/messages/en/shared.json" with { type: "json" };
import admin_zh from "../content/messages/zh/admin.json" with { type: "json" };
import app_zh from "../content/messages/zh/app.json" with { type: "json" };
import assistant_zh from "../content/messages/zh/assistant.json" with { type: "json" };
import datastat_zh from "../content/messages/zh/datastat.json" with { type: "json" };
import docs_zh from "../content/messages/zh/docs.json" with { type: "json" };
import keys_zh from "../content/messages/zh/keys.json" with { type: "json" };
import landing_zh from "../content/messages/zh/landing.json" with { type: "json" };
import localization_zh from "../content/messages/zh/localization.json" with { type: "json" };
import offline_zh from "../content/messages/zh/offline.json" with { type: "json" };
import shared_zh from "../content/messages/zh/shared.json" with { type: "json" };

export const words = {
	en: {
		app: app_en,
		shared: shared_en,
		docs: docs_en,
		keys: keys_en,
		landing: landing_en,
		admin: admin_en,
		assistant: assistant_en,
		datastat: datastat_en,
		localization: localization_en,
		offline: offline_en,
	},
	zh: {
		app: app_zh,
		shared: shared_zh,
		docs: docs_zh,
		keys: keys_zh,
		landing: landing_zh,
		admin: admin_zh,
		assistant: assistant_zh,
		datastat: datastat_zh,
		localization: localization_zh,
		offline: offline_zh,
	},
};

export type Words = (typeof words)[keyof typeof words];
