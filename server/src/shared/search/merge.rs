//! What both languages found, as one list in the reader's language.

use super::engine::{Found, Ranked};
use super::index::{Index, Section};

/// A page that exists in the other language only counts a little less.
const FOREIGN: f32 = 0.8;
/// What the other text of a page adds to a section of the reader's: it says the same in other words.
const BESIDES: f32 = 0.4;
/// Sections of one page that are shown, at most.
const MOST_OF_A_PAGE: u8 = 4;

/// Sections of both languages, best first. A page in both appears in the reader's.
pub(super) fn merged(reader: &Index, other: &Index, own: &Ranked, foreign: &Ranked) -> Vec<Found> {
    let mut scores = vec![0.0_f32; reader.sections.len()];
    let mut is_found = vec![false; reader.pages.len()];
    for (number, score) in &own.sections {
        let Some(section) = reader.sections.get(*number as usize) else { continue };
        scores[*number as usize] = *score;
        is_found[section.page as usize] = true;
    }
    let mut found = Vec::with_capacity(own.sections.len());
    let mut besides = vec![0.0_f32; reader.sections.len()];
    let mut counterparts: Vec<Option<Option<u32>>> = vec![None; other.pages.len()];
    for (number, score) in &foreign.sections {
        let Some((page, section)) = other.page_of(*number) else { continue };
        let counterpart = &mut counterparts[section.page as usize];
        match *counterpart.get_or_insert_with(|| reader.number_of(&page.key)) {
            None => {
                found.push(Found { locale: other.locale, section: *number, score: score * FOREIGN })
            }
            // Where the reader's own texts hold what was asked, the other ones have no say.
            Some(page) if own.holding.is_empty() => {
                let share = if is_found[page as usize] { BESIDES } else { FOREIGN };
                if let Some(most) = same_section(reader, page, section)
                    .and_then(|number| besides.get_mut(number as usize))
                {
                    *most = most.max(score * share);
                }
            }
            Some(_) => {}
        }
    }
    let locale = reader.locale;
    let all = scores.iter().zip(&besides).enumerate().filter(|(_, (a, b))| **a + **b > 0.0);
    found.extend(all.map(|(number, (own, besides))| Found {
        locale,
        section: number as u32,
        score: own + besides,
    }));
    found.sort_unstable_by(|a, b| {
        let is_own = |found: &Found| found.locale == locale;
        let by_score = b.score.total_cmp(&a.score);
        by_score.then(a.section.cmp(&b.section)).then(is_own(b).cmp(&is_own(a)))
    });
    let mut shown = [vec![0_u8; reader.pages.len()], vec![0_u8; other.pages.len()]];
    found.retain(|found| is_among_few(reader, other, found, &mut shown));
    found
}

/// The same section in the reader's language, or the beginning of its page.
fn same_section(reader: &Index, page: u32, section: &Section) -> Option<u32> {
    let page = reader.pages.get(page as usize)?;
    let number = page.sections.clone().find(|number| {
        let own = reader.sections.get(*number as usize);
        own.is_some_and(|own| own.anchor.is_some() && own.anchor == section.pair)
    });
    Some(number.unwrap_or(page.sections.start))
}

fn is_among_few(reader: &Index, other: &Index, found: &Found, shown: &mut [Vec<u8>; 2]) -> bool {
    let [own, foreign] = shown;
    let (index, shown) =
        if found.locale == reader.locale { (reader, own) } else { (other, foreign) };
    let section = index.sections.get(found.section as usize);
    let Some(count) = section.and_then(|section| shown.get_mut(section.page as usize)) else {
        return false;
    };
    *count = count.saturating_add(1);
    *count <= MOST_OF_A_PAGE
}
