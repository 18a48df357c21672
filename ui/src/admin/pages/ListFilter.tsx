import { addressOf, areas, type Filter, filterOf, path, sorts, states } from "@/admin/pages/filter";
import { localeOf, segments } from "@/admin/pages/language";
import { named, text } from "@/admin/pages/text";
import { languageName, useLocale } from "@/shared/i18n/locale";
import { type Choice, Filter as Form } from "@/shared/ui/Filter";

export function ListFilter({ filter }: { filter: Filter }) {
	const locale = useLocale();
	const choice = (name: "area" | "locale" | "state" | "sort", options: Choice["options"]) => {
		return { name, label: text(locale, name), chosen: filter[name], options };
	};
	return (
		<Form
			path={path}
			words={{ label: text(locale, "q"), query: filter.q }}
			choices={[
				choice("area", [["", text(locale, "anyArea")], ...areas.map(pair("area"))]),
				choice("locale", [
					["", text(locale, "anyLocale")],
					...segments.map((segment): [string, string] => [segment, languageName(localeOf(segment), locale)]),
				]),
				choice("state", [["", text(locale, "anyState")], ...states.map(pair("state"))]),
				choice("sort", sorts.map(pair("sort"))),
			]}
			submit={(query) => addressOf(filterOf(query))}
		>
			{text(locale, "show")}
		</Form>
	);

	function pair(group: "area" | "state" | "sort") {
		return (name: string): [string, string] => [name, named(locale, `${group}.${name}`) ?? name];
	}
}
