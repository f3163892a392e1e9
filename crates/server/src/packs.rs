//! Moving a table to other rules (P-80): what there is, and what would come of it. The move itself is
//! a command of the table.

use axum::Json;
use rules::Moving;
use table::{OfferedPacks, PackSource};
use words::Language;
use words::reference::Rulebook;

use crate::refusing::{Asked, Body, Refusing, SeatRefused, Seated};
use crate::wire::{AskRules, Refused, RuleText};

/// `GET /api/tables/{id}/packs`: what the table plays by, and what it could move to. Host.
#[utoipa::path(
    get,
    path = "/api/tables/{id}/packs",
    params(("id" = String, Path, description = "The table.")),
    responses(
        (status = 200, description = "The rules of the table, and those it could move to."),
        SeatRefused
    )
)]
pub async fn offered(Seated { table, sitting }: Seated) -> Result<Json<OfferedPacks>, Refusing> {
    Ok(Json(table.offered(sitting.seat).await?))
}

/// `POST /api/tables/{id}/packs`: what would come of moving to other rules, offered ones or the
/// text of a pack file. Nothing is changed. Host.
#[utoipa::path(
    post,
    path = "/api/tables/{id}/packs",
    params(("id" = String, Path, description = "The table.")),
    responses(
        (status = 200, description = "In what they differ, and what of the game they have no place for."),
        (status = 400, description = "The body cannot be read.", body = Refused),
        (status = 409, description = "The rules are wrong, or of another family.", body = Refused),
        (status = 413, description = "The body is too large.", body = Refused),
        SeatRefused
    )
)]
pub async fn moving(
    Seated { table, sitting }: Seated,
    Body(to): Body<PackSource>,
) -> Result<Json<Moving>, Refusing> {
    Ok(Json(table.moving(sitting.seat, to).await?))
}

/// `GET /api/tables/{id}/rules?language=en`: the rules the table plays by, explained with the numbers
/// and names of its pack (P-15).
#[utoipa::path(
    get,
    path = "/api/tables/{id}/rules",
    params(
        ("id" = String, Path, description = "The table."),
        ("language" = String, Query, description = "In which language.")
    ),
    responses((status = 200, description = "A paragraph for each rule."), SeatRefused)
)]
pub async fn rules(
    Seated { table, sitting }: Seated,
    Asked(ask): Asked<AskRules>,
) -> Result<Json<Vec<RuleText>>, Refusing> {
    let played = table.played_rules(sitting.seat).await?;
    let book = Rulebook::new(&played.facts());
    let language = ask.language.parse().unwrap_or(Language::ZhHans);
    Ok(Json(book.rules(language).iter().cloned().map(RuleText::from).collect()))
}
