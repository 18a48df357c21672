//! WebAuthn ceremonies (level 3) with the crate `webauthn_rp`, without database access. Every ceremony requires user
//! verification, so a passkey counts as two factors.

use std::borrow::Borrow;
use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use webauthn_rp::bin::{Decode, Encode};
use webauthn_rp::request::PublicKeyCredentialDescriptor;
use webauthn_rp::request::auth::AuthenticationVerificationOptions;
use webauthn_rp::request::register::{CredProtect, RegistrationVerificationOptions, UserHandle16};
use webauthn_rp::response::auth::ser_relaxed::AuthenticationRelaxed;
use webauthn_rp::response::register::ser_relaxed::RegistrationRelaxed;
use webauthn_rp::response::register::{DynamicState, StaticState};
use webauthn_rp::response::{AuthTransports, CredentialId, SentChallenge};
use webauthn_rp::{
    AuthenticatedCredential, DiscoverableAuthentication, DiscoverableAuthenticationServerState,
    DiscoverableCredentialRequestOptions, PublicKeyCredentialCreationOptions, Registration,
    RegistrationServerState,
};

use super::relying_party::RelyingParty;
use super::store::{Passkey, VerifiedCredential};
use pailou_database::id;

/// Length of a user id in bytes. Authenticators store the id unencrypted, which is safe, because
/// the id is random.
const USER_ID: usize = 16;

/// Reason why a response was rejected. The reason is only logged; the client does not receive it.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Refused(String);

impl Refused {
    pub(crate) fn no_challenge() -> Self {
        Self("no open challenge".to_owned())
    }

    pub(super) fn known() -> Self {
        Self("duplicate credential".to_owned())
    }

    pub(super) fn unknown() -> Self {
        Self("unknown credential".to_owned())
    }
}

fn refused(error: impl fmt::Display) -> Refused {
    Refused(error.to_string())
}

/// Challenge for an authenticator.
pub(super) struct ChallengeOptions {
    pub challenge_hash: String,
    /// Server state of the ceremony, stored until the response.
    pub state: String,
    /// Options for the browser.
    pub options: Value,
}

/// Creates the options to register a credential. Excludes authenticators that already have one of the passkeys in
/// `present`.
pub(crate) fn registration_options(
    relying_party: &RelyingParty,
    site: &str,
    (user_id, user_name): (&str, &str),
    present: &[Passkey],
) -> Result<ChallengeOptions, Refused> {
    let handle = user_handle(user_id)?;
    let mut options = PublicKeyCredentialCreationOptions::first_passkey_with_blank_user_info(
        &relying_party.id,
        &handle,
    );
    // Requiring credential protection would exclude authenticators that do not support it. User
    // verification is required at each use anyway.
    options.extensions.cred_protect = CredProtect::None;
    options.exclude_credentials = present.iter().map(descriptor).collect::<Result<_, _>>()?;
    let (server, client) = options.start_ceremony().map_err(refused)?;
    let mut client_options = serde_json::to_value(&client).map_err(refused)?;
    // The library accepts only some forms of names, so the names are set here; they are only displayed to the user.
    client_options["user"]["name"] = json!(user_name);
    client_options["user"]["displayName"] = json!(user_name);
    client_options["rp"]["name"] = json!(site);
    Ok(ChallengeOptions {
        challenge_hash: hash_of(server.borrow()),
        state: text(server.encode().map_err(refused)?),
        options: client_options,
    })
}

/// Creates the options to sign with any discoverable credential: a list of credentials would reveal which accounts
/// exist.
pub(crate) fn authentication_options(
    relying_party: &RelyingParty,
) -> Result<ChallengeOptions, Refused> {
    let options = DiscoverableCredentialRequestOptions::passkey(&relying_party.id);
    let (server, client) = options.start_ceremony().map_err(refused)?;
    Ok(ChallengeOptions {
        challenge_hash: hash_of(server.borrow()),
        state: text(server.encode().map_err(refused)?),
        options: serde_json::to_value(&client).map_err(refused)?,
    })
}

/// A registration response, not yet verified.
pub(super) struct UnverifiedRegistration(Registration);

impl UnverifiedRegistration {
    pub(super) fn read(answer: &Value) -> Result<Self, Refused> {
        let answer = serde_json::from_value::<RegistrationRelaxed>(answer.clone());
        answer.map(|RegistrationRelaxed(made)| Self(made)).map_err(refused)
    }

    pub(crate) fn challenge_hash(&self) -> Result<String, Refused> {
        Ok(hash_of(&self.0.challenge_relaxed().map_err(refused)?))
    }

    pub(crate) fn verified(
        &self,
        relying_party: &RelyingParty,
        state: &str,
    ) -> Result<VerifiedCredential, Refused> {
        let state = RegistrationServerState::<USER_ID>::decode(&bytes(state)?).map_err(refused)?;
        let options = RegistrationVerificationOptions::<String, String> {
            allowed_origins: &relying_party.origins,
            // Some authenticators return extensions that were not requested.
            error_on_unsolicited_extensions: false,
            ..Default::default()
        };
        let key = state.verify(&relying_party.id, &self.0, &options).map_err(refused)?;
        let Ok(transports) = key.transports().encode();
        let Ok(public) = key.static_state().encode();
        let Ok(counter) = key.dynamic_state().encode();
        Ok(VerifiedCredential {
            credential_id: text(key.id()),
            transports: i64::from(transports),
            key: text(public),
            counter: text(counter),
        })
    }
}

/// An authentication response, not yet verified.
pub(crate) struct UnverifiedAssertion(DiscoverableAuthentication<USER_ID>);

impl UnverifiedAssertion {
    pub(super) fn read(answer: &Value) -> Result<Self, Refused> {
        let answer = serde_json::from_value::<AuthenticationRelaxed<USER_ID, true>>(answer.clone());
        answer.map(|AuthenticationRelaxed(signed)| Self(signed)).map_err(refused)
    }

    pub(crate) fn challenge_hash(&self) -> Result<String, Refused> {
        Ok(hash_of(&self.0.challenge_relaxed().map_err(refused)?))
    }

    pub(crate) fn credential_id(&self) -> String {
        text(self.0.raw_id())
    }

    /// Verifies the response with the server state of the ceremony and the passkey. Returns the new signature counter,
    /// or the reason of a rejection.
    pub(crate) fn verified(
        &self,
        relying_party: &RelyingParty,
        state: &str,
        passkey: &Passkey,
    ) -> Result<String, Refused> {
        let state = DiscoverableAuthenticationServerState::decode(&bytes(state)?);
        let user = user_handle(&passkey.user_id)?;
        let public = StaticState::decode(&bytes(&passkey.key)?).map_err(refused)?;
        let counter = bytes(&passkey.counter)?.try_into();
        let counter = counter.map_err(|_| Refused("invalid counter length".to_owned()))?;
        let counter = DynamicState::decode(counter).map_err(refused)?;
        let id = bytes(&passkey.credential_id)?;
        let id = CredentialId::<&[u8]>::decode(&id).map_err(refused)?;
        let mut key = AuthenticatedCredential::new(id, &user, public, counter).map_err(refused)?;
        let options = AuthenticationVerificationOptions::<String, String> {
            allowed_origins: &relying_party.origins,
            error_on_unsolicited_extensions: false,
            ..Default::default()
        };
        let state = state.map_err(refused)?;
        state.verify(&relying_party.id, &self.0, &mut key, &options).map_err(refused)?;
        let Ok(counter) = key.dynamic_state().encode();
        Ok(text(counter))
    }
}

fn user_handle(user_id: &str) -> Result<UserHandle16, Refused> {
    let id = user_id.as_bytes().try_into();
    let id = id.map_err(|_| Refused(format!("invalid length of user id {user_id}")))?;
    let Ok(handle) = UserHandle16::decode(id);
    Ok(handle)
}

fn descriptor(passkey: &Passkey) -> Result<PublicKeyCredentialDescriptor<Vec<u8>>, Refused> {
    let transports = u8::try_from(passkey.transports).map_err(refused)?;
    Ok(PublicKeyCredentialDescriptor {
        id: CredentialId::<Vec<u8>>::decode(bytes(&passkey.credential_id)?).map_err(refused)?,
        transports: AuthTransports::decode(transports).map_err(refused)?,
    })
}

fn hash_of(SentChallenge(challenge): &SentChallenge) -> String {
    id::hash_of(&format!("{challenge:032x}"))
}

fn text(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

fn bytes(text: &str) -> Result<Vec<u8>, Refused> {
    URL_SAFE_NO_PAD.decode(text).map_err(refused)
}
