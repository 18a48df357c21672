// Identity provider for tests, on the loopback interface: OpenID Connect with authorization codes and PKCE. It accepts
// any identity that the user enters.
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";

const client = "pailou";
const secret = "very: secret";
const kid = "first";

export async function startProvider() {
	const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
	const keys = [{ ...publicKey.export({ format: "jwk" }), kid, use: "sig", alg: "RS256" }];
	/** Authorization requests to which the user has consented, with the entered identity, by authorization code. */
	const grants = new Map();
	const server = createServer(async (request, response) => {
		const { pathname, searchParams } = new URL(request.url, origin);
		const form = new URLSearchParams(await read(request));
		const json = (status, body) => {
			response.writeHead(status, { "content-type": "application/json" });
			response.end(JSON.stringify(body));
		};
		switch (`${request.method} ${pathname}`) {
			case "GET /.well-known/openid-configuration":
				return json(200, metadata(origin));
			case "GET /keys":
				return json(200, { keys });
			case "GET /authorize":
				response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
				return response.end(question(searchParams));
			case "POST /authorize":
				response.writeHead(303, { location: back(form) });
				return response.end();
			case "POST /token":
				return json(...token(request.headers.authorization, form));
			default:
				return json(404, {});
		}
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const origin = `http://127.0.0.1:${server.address().port}`;

	/** Returns the URL of the redirect after the user has consented or denied. */
	function back(form) {
		const authRequest = Object.fromEntries(form);
		const address = new URL(authRequest.redirect_uri);
		address.searchParams.set("state", authRequest.state);
		address.searchParams.set("iss", origin);
		if (authRequest.answer !== "yes" || refusalOf(authRequest)) {
			address.searchParams.set("error", refusalOf(authRequest) ?? "access_denied");
			return address.href;
		}
		const code = randomBytes(16).toString("hex");
		grants.set(code, authRequest);
		address.searchParams.set("code", code);
		return address.href;
	}

	/** Redeems an authorization code once. */
	function token(authorization, form) {
		// Client authentication by RFC 6749, section 2.3.1: client id and secret are form-encoded.
		const encoded = new URLSearchParams({ "": secret }).toString().slice(1);
		if (authorization !== `Basic ${Buffer.from(`${client}:${encoded}`).toString("base64")}`)
			return [401, { error: "invalid_client" }];
		const authRequest = grants.get(form.get("code"));
		grants.delete(form.get("code"));
		const challenge = createHash("sha256")
			.update(form.get("code_verifier") ?? "")
			.digest("base64url");
		if (
			!authRequest ||
			authRequest.code_challenge !== challenge ||
			authRequest.redirect_uri !== form.get("redirect_uri")
		)
			return [400, { error: "invalid_grant" }];
		const now = Math.floor(Date.now() / 1000);
		const { nonce, identity: sub } = authRequest;
		// `auth_time` is the current time, because each consent counts as a new login.
		const claims = { iss: origin, sub, aud: client, nonce, iat: now, exp: now + 300, auth_time: now };
		return [200, { access_token: "x", token_type: "Bearer", id_token: signed(claims, privateKey) }];
	}

	const settings = {
		PAILOU_OIDC_ISSUER: origin,
		PAILOU_OIDC_CLIENT_ID: client,
		PAILOU_OIDC_CLIENT_SECRET: secret,
		PAILOU_OIDC_LABEL_ZH: "公司账号",
		PAILOU_OIDC_LABEL_EN: "Company account",
	};
	const stop = async () => {
		server.close();
		server.closeAllConnections();
		await once(server, "close");
	};
	return { origin, settings, stop };
}

function metadata(origin) {
	return {
		issuer: origin,
		authorization_endpoint: `${origin}/authorize`,
		token_endpoint: `${origin}/token`,
		jwks_uri: `${origin}/keys`,
		authorization_response_iss_parameter_supported: true,
	};
}

function refusalOf(authRequest) {
	if (authRequest.client_id !== client) return "unauthorized_client";
	if (authRequest.response_type !== "code") return "unsupported_response_type";
	if (!(authRequest.scope ?? "").split(" ").includes("openid")) return "invalid_scope";
	return authRequest.code_challenge_method === "S256" && authRequest.nonce ? undefined : "invalid_request";
}

/** Page that requests the identity and the consent. */
function question(params) {
	const hidden = [...params].map(
		([name, value]) => `<input type="hidden" name="${attribute(name)}" value="${attribute(value)}">`,
	);
	return `<!doctype html><html lang="en"><title>Provider</title><link rel="icon" href="data:,">
<form method="post" action="/authorize">${hidden.join("")}
<label>Identity <input name="identity" required></label>
<button name="answer" value="yes">Yes</button> <button name="answer" value="no">No</button></form>`;
}

function attribute(text) {
	return text.replace(/[&<"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

function signed(claims, key) {
	const parts = [{ alg: "RS256", kid }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"));
	const text = parts.join(".");
	return `${text}.${sign("RSA-SHA256", Buffer.from(text), key).toString("base64url")}`;
}

async function read(request) {
	const chunks = [];
	for await (const chunk of request) chunks.push(chunk);
	return Buffer.concat(chunks).toString();
}
