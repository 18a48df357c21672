//! Software authenticator that creates keys and signs as hardware does (WebAuthn level 3, section 6). Tests can make it
//! violate the protocol. Its responses have the form of a browser's `toJSON`.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

const PRESENT: u8 = 0x01;
const VERIFIED: u8 = 0x04;
const HAS_KEY: u8 = 0x40;

enum Key {
    Ed25519(Ed25519KeyPair),
    P256(EcdsaKeyPair),
}

/// A key and the properties of its responses. Tests change the public fields to create invalid responses.
pub(crate) struct Authenticator {
    key: Key,
    id: Vec<u8>,
    user_handle: String,
    random: SystemRandom,
    pub(crate) origin: String,
    pub(crate) rp_id: String,
    pub(crate) challenge: Option<String>,
    pub(crate) kind: Option<&'static str>,
    pub(crate) flags: u8,
    pub(crate) counter: u32,
    pub(crate) signs_garbage: bool,
}

impl Authenticator {
    pub(crate) fn ed25519() -> Self {
        let random = SystemRandom::new();
        let pkcs8 = Ed25519KeyPair::generate_pkcs8(&random).unwrap();
        Self::with(Key::Ed25519(Ed25519KeyPair::from_pkcs8(pkcs8.as_ref()).unwrap()), random)
    }

    pub(crate) fn p256() -> Self {
        let random = SystemRandom::new();
        let algorithm = &ECDSA_P256_SHA256_ASN1_SIGNING;
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(algorithm, &random).unwrap();
        let key = EcdsaKeyPair::from_pkcs8(algorithm, pkcs8.as_ref(), &random).unwrap();
        Self::with(Key::P256(key), random)
    }

    fn with(key: Key, random: SystemRandom) -> Self {
        let id = Sha256::digest(key.public()).to_vec();
        Self {
            key,
            id,
            user_handle: String::new(),
            random,
            origin: "https://docs.example.org".to_owned(),
            rp_id: "docs.example.org".to_owned(),
            challenge: None,
            kind: None,
            flags: PRESENT | VERIFIED,
            counter: 1,
            signs_garbage: false,
        }
    }

    /// Omits user verification from the following responses.
    pub(crate) fn without_verifying(&mut self) {
        self.flags = PRESENT;
    }

    pub(crate) fn id(&self) -> String {
        text(&self.id)
    }

    /// Creates a credential for the user in the options.
    pub(crate) fn register(&mut self, options: &Value) -> Value {
        options["user"]["id"].as_str().unwrap().clone_into(&mut self.user_handle);
        let mut data = self.data(self.flags | HAS_KEY);
        self.counter += 1;
        data.extend([0; 16]);
        data.extend(u16::try_from(self.id.len()).unwrap().to_be_bytes());
        data.extend(&self.id);
        data.extend(self.key.cose());
        let mut object = vec![0xa3];
        object.extend(b"\x63fmt\x64none\x67attStmt\xa0\x68authData");
        object.extend(head(2, data.len()));
        object.extend(data);
        json!({
            "id": text(&self.id), "rawId": text(&self.id), "type": "public-key",
            "authenticatorAttachment": "platform", "clientExtensionResults": {},
            "response": {
                "clientDataJSON": text(self.client_data("webauthn.create", options)),
                "attestationObject": text(object), "transports": ["internal"],
            },
        })
    }

    /// Signs the challenge in the options.
    pub(crate) fn sign(&mut self, options: &Value) -> Value {
        let (data, client) = (self.data(self.flags), self.client_data("webauthn.get", options));
        self.counter += 1;
        let mut signed = data.clone();
        signed.extend(Sha256::digest(client.as_bytes()));
        if self.signs_garbage {
            signed.push(0);
        }
        let signature = match &self.key {
            Key::Ed25519(key) => key.sign(&signed).as_ref().to_vec(),
            Key::P256(key) => key.sign(&self.random, &signed).unwrap().as_ref().to_vec(),
        };
        json!({
            "id": text(&self.id), "rawId": text(&self.id), "type": "public-key",
            "authenticatorAttachment": "platform", "clientExtensionResults": {},
            "response": {
                "clientDataJSON": text(client), "authenticatorData": text(data),
                "signature": text(signature), "userHandle": self.user_handle,
            },
        })
    }

    fn data(&self, flags: u8) -> Vec<u8> {
        let mut data = Sha256::digest(self.rp_id.as_bytes()).to_vec();
        data.push(flags);
        data.extend(self.counter.to_be_bytes());
        data
    }

    fn client_data(&self, kind: &str, options: &Value) -> String {
        let challenge = self.challenge.as_deref().or(options["challenge"].as_str());
        json!({
            "type": self.kind.unwrap_or(kind), "challenge": challenge,
            "origin": self.origin, "crossOrigin": false,
        })
        .to_string()
    }
}

impl Key {
    fn public(&self) -> &[u8] {
        match self {
            Self::Ed25519(key) => key.public_key().as_ref(),
            Self::P256(key) => key.public_key().as_ref(),
        }
    }

    /// The public key as COSE (RFC 9053), in the canonical order of CTAP2.
    fn cose(&self) -> Vec<u8> {
        let part = |bytes: &[u8]| [&[0x58, 0x20], bytes].concat();
        match self {
            Self::Ed25519(_) => {
                let mut key = vec![0xa4, 0x01, 0x01, 0x03, 0x27, 0x20, 0x06, 0x21];
                key.extend(part(self.public()));
                key
            }
            Self::P256(_) => {
                // An uncompressed point: 0x04, x, y.
                let (x, y) = self.public()[1..].split_at(32);
                let mut key = vec![0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21];
                key.extend(part(x));
                key.push(0x22);
                key.extend(part(y));
                key
            }
        }
    }
}

/// Returns the head of a CBOR item with this major type, for lengths up to 65,535.
fn head(major: u8, length: usize) -> Vec<u8> {
    match u8::try_from(length) {
        Ok(short) if short < 24 => vec![major << 5 | short],
        Ok(byte) => vec![major << 5 | 24, byte],
        Err(_) => {
            let [high, low] = u16::try_from(length).unwrap().to_be_bytes();
            vec![major << 5 | 25, high, low]
        }
    }
}

pub(crate) fn text(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}
