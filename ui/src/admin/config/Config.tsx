import type { ReactElement } from "react";
import type { RouteArgs } from "@/admin/adminRoutes";
import { configValue, configValues, configVersions } from "@/admin/api";
import { NoName } from "@/admin/config/NoName";
import { isName } from "@/admin/config/name";
import { usedValues } from "@/admin/config/used";
import { Value } from "@/admin/config/Value";
import { Values } from "@/admin/config/Values";
import { pageNumber } from "@/shared/address";

/** Opens the list of site files, or the file that the URL names. */
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
	// Measured with the browser's monotonic clock, because its system time may be wrong.
	const until = value?.confirm_in == null ? undefined : performance.now() + value.confirm_in;
	return () => <Value key={name} name={name} value={value} until={until} versions={versions ?? []} />;
}
