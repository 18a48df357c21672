// The site's own messages: tests find things by the words a reader sees.
import admin_en from "../content/messages/en/admin.json" with { type: "json" };
import app_en from "../content/messages/en/app.json" with { type: "json" };
import assistant_en from "../content/messages/en/assistant.json" with { type: "json" };
import datastat_en from "../content/messages/en/datastat.json" with { type: "json" };
import docs_en from "../content/messages/en/docs.json" with { type: "json" };
import feedback_en from "../content/messages/en/feedback.json" with { type: "json" };
import keys_en from "../content/messages/en/keys.json" with { type: "json" };
import landing_en from "../content/messages/en/landing.json" with { type: "json" };
import localization_en from "../content/messages/en/localization.json" with { type: "json" };
import login_en from "../content/messages/en/login.json" with { type: "json" };
import offline_en from "../content/messages/en/offline.json" with { type: "json" };
import passages_en from "../content/messages/en/passages.json" with { type: "json" };
import people_en from "../content/messages/en/people.json" with { type: "json" };
import search_en from "../content/messages/en/search.json" with { type: "json" };
import shared_en from "../content/messages/en/shared.json" with { type: "json" };
import admin_zh from "../content/messages/zh/admin.json" with { type: "json" };
import app_zh from "../content/messages/zh/app.json" with { type: "json" };
import assistant_zh from "../content/messages/zh/assistant.json" with { type: "json" };
import datastat_zh from "../content/messages/zh/datastat.json" with { type: "json" };
import docs_zh from "../content/messages/zh/docs.json" with { type: "json" };
import feedback_zh from "../content/messages/zh/feedback.json" with { type: "json" };
import keys_zh from "../content/messages/zh/keys.json" with { type: "json" };
import landing_zh from "../content/messages/zh/landing.json" with { type: "json" };
import localization_zh from "../content/messages/zh/localization.json" with { type: "json" };
import login_zh from "../content/messages/zh/login.json" with { type: "json" };
import offline_zh from "../content/messages/zh/offline.json" with { type: "json" };
import passages_zh from "../content/messages/zh/passages.json" with { type: "json" };
import people_zh from "../content/messages/zh/people.json" with { type: "json" };
import search_zh from "../content/messages/zh/search.json" with { type: "json" };
import shared_zh from "../content/messages/zh/shared.json" with { type: "json" };

export const words = {
	en: {
		admin: admin_en,
		app: app_en,
		assistant: assistant_en,
		datastat: datastat_en,
		docs: docs_en,
		feedback: feedback_en,
		keys: keys_en,
		landing: landing_en,
		localization: localization_en,
		login: login_en,
		offline: offline_en,
		passages: passages_en,
		people: people_en,
		search: search_en,
		shared: shared_en,
	},
	zh: {
		admin: admin_zh,
		app: app_zh,
		assistant: assistant_zh,
		datastat: datastat_zh,
		docs: docs_zh,
		feedback: feedback_zh,
		keys: keys_zh,
		landing: landing_zh,
		localization: localization_zh,
		login: login_zh,
		offline: offline_zh,
		passages: passages_zh,
		people: people_zh,
		search: search_zh,
		shared: shared_zh,
	},
};

export type Words = (typeof words)[keyof typeof words];
