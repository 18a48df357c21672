import init, { onLoginExpired, sendList, setToken, visitorLocale } from "@pailou/core/web";

// The web build loads its wasm file in `init()`, which must be called first.
await init();

onLoginExpired(({ statusText }) => {
	document.querySelector("[role=status]").textContent = `Please log in again: ${statusText}`;
});

const locale = visitorLocale(location.pathname);
document.documentElement.lang = locale;

const { data } = await sendList(`/api/v1/public/docs?locale=${locale}`);
for (const { title } of data) {
	const item = document.createElement("li");
	item.textContent = title;
	document.querySelector("ul").append(item);
}

setToken("an-expired-token");
sendList("/api/v1/pages").catch((error) => console.log(error.message));
