//! Effects of a page change on the other language: the publish gate, and the event for newly
//! outdated segments.

use super::outbox;
use super::page_segments::PageSegments;
use super::publish_gate::{self, GateRefusal, Languages, PublishGate};
use pailou_database::Tx;
use pailou_database::audit_log::Actor;

/// State of a page before a change, read in the transaction of that change.
pub struct PageChange {
    page_id: String,
    before: PageSegments,
    languages: Languages,
}

#[derive(Debug, thiserror::Error)]
pub enum ChangeError {
    #[error(transparent)]
    Refused(#[from] GateRefusal),
    #[error("database error: {0}")]
    Database(#[from] sqlx::Error),
}

impl PageChange {
    pub async fn begin(tx: &mut Tx, page_id: &str) -> Result<Self, sqlx::Error> {
        let before = PageSegments::read(tx, page_id).await?;
        let languages = Languages::read(tx, page_id).await?;
        Ok(Self { page_id: page_id.to_owned(), before, languages })
    }

    pub fn before(&self) -> &PageSegments {
        &self.before
    }

    /// Checks the publish gate of the page, and stores the deliveries for newly outdated segments.
    ///
    /// # Errors
    ///
    /// Returns an error if the gate refuses the change; the transaction must then be rolled back.
    pub async fn finish(self, tx: &mut Tx, actor: &Actor) -> Result<(), ChangeError> {
        let Self { page_id, before, languages } = self;
        let gate = publish_gate::of_page_in(tx, &page_id).await?.effective();
        if gate == PublishGate::Alone && !outbox::has_outdated_subscribers(tx).await? {
            return Ok(());
        }
        let after = PageSegments::read(tx, &page_id).await?;
        let gaps_before = before.gaps(tx, &page_id).await?;
        let gaps = after.gaps(tx, &page_id).await?;
        if gate == PublishGate::Together {
            let now = Languages::read(tx, &page_id).await?;
            publish_gate::check((languages, &gaps_before), (now, &gaps))?;
        }
        Ok(outbox::enqueue_outdated(tx, &actor.name, &page_id, (&gaps_before, &gaps)).await?)
    }
}
