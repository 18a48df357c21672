import type { ReactElement } from "react";
import type { RouteArgs } from "@/admin/adminRoutes";
import { configValue, configValues, configVersions } from "@/admin/api";
import { NoName } from "@/admin/config/NoName";
import { isName } from "@/admin/config/name";
import { usedValues } from "@/admin/config/used";
import { Value } from "@/admin/config/Value";
import { Values } from "@/admin/config/Values";
import { pageNumber } from "@/shared/address";

/** The list of values, or the one that the address names. */
export async function open({ query, signal }: RouteArgs): Promise<() => ReactElement> {
	const { name = "" } = query;
	if (name === "") {
		const page = pageNumber(query.page);
		const { data, total } = await configValues(page, signal);
		return () => <Values values={data} page={page} total={total ?? data.length} />;
	}
	if (!isName(name)) return () => <NoName name={name} />;
	// An unused name opens an empty editor instead of an error.
	const ifUsed = await usedValues(signal);
	const [value, versions] = await Promise.all([ifUsed(name, configValue), ifUsed(name, configVersions)]);
	// On this machine's own clock, which need not be right.
	const until = value?.confirm_in == null ? undefined : performance.now() + value.confirm_in;
	return () => <Value key={name} name={name} value={value} until={until} versions={versions ?? []} />;
}
