import { addressOf, classes, type Filter, filterOf, path, sorts, states } from "@/admin/media/filter";
import { named, mediaText as text } from "@/admin/media/mediaText";
import { useLocale } from "@/shared/i18n/locale";
import { Filter as Form } from "@/shared/ui/Filter";

export function MediaFilter({ filter }: { filter: Filter }) {
	const locale = useLocale();
	const choice = (name: "class" | "state" | "sort", values: readonly string[], any?: string) => {
		const options = values.map((value): [string, string] => [value, named(locale, `${name}.${value}`) ?? value]);
		if (any !== undefined) options.unshift(["", any]);
		return { name, label: text(locale, name), chosen: filter[name], options };
	};
	return (
		<Form
			path={path}
			words={{ label: text(locale, "q"), query: filter.q }}
			choices={[
				choice("class", classes, text(locale, "anyClass")),
				choice("state", states, text(locale, "anyState")),
				choice("sort", sorts),
			]}
			submit={(query) => addressOf(filterOf(query))}
		>
			{text(locale, "show")}
		</Form>
	);
}
