import type { ReactElement } from "react";
import type { RouteArgs } from "@/admin/adminRoutes";
import { configValue, configValues, configVersions } from "@/admin/api";
import { InvalidName } from "@/admin/config/InvalidName";
import { isName } from "@/admin/config/name";
import { requestExisting } from "@/admin/config/used";
import { Value } from "@/admin/config/Value";
import { Values } from "@/admin/config/Values";
import { pageNumber } from "@/shared/address";

/** Opens the list of site files, or the site file whose name is in the query string. */
export async function open({ query, signal }: RouteArgs): Promise<() => ReactElement> {
	const { name = "" } = query;
	if (name === "") {
		const page = pageNumber(query.page);
		const { data, total } = await configValues(page, signal);
		return () => <Values values={data} page={page} total={total ?? data.length} />;
	}
	if (!isName(name)) return () => <InvalidName name={name} />;
	// An unused name opens an empty editor instead of an error.
	const requestIfExists = await requestExisting(signal);
	const [value, versions] = await Promise.all([
		requestIfExists(name, configValue),
		requestIfExists(name, configVersions),
	]);
	// Uses the monotonic clock of the browser, because the system time may be wrong.
	const until = value?.confirm_in == null ? undefined : performance.now() + value.confirm_in;
	return () => <Value key={name} name={name} value={value} until={until} versions={versions ?? []} />;
}
