//! Moving a table to other rules (P-80): what there is, and what would come of it. The move itself is
//! a command of the table.

use axum::Json;
use rules::Moving;
use table::{OfferedPacks, PackSource};

use crate::refusing::{Body, Refusing, SeatRefused, Seated};
use crate::wire::Refused;

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
