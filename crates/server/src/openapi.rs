//! `openapi.json`: the addresses of the server for programs that read such a description.
//!
//! What is said over the WebSocket is in `docs/protocol.md`; OpenAPI has no words for it.

use axum::Json;
use utoipa::openapi::OpenApi;
use utoipa::{OpenApi as _, ToSchema};

use crate::{characters, chat_door, door, health, metrics, packs, pictures, take_home, wire};

/// A refusal as it is written: a rule's id, what was wrong, what would be accepted.
#[derive(ToSchema)]
#[schema(as = Refusal)]
#[allow(dead_code, reason = "only its shape is wanted")]
pub struct RefusalShape {
    /// The rule that says no, as `B-02`.
    rule: String,
    /// What was wrong.
    #[schema(inline)]
    what: MessageShape,
    /// What would be accepted.
    #[schema(inline)]
    instead: Option<MessageShape>,
}

/// Something to be said in the reader's language.
#[derive(ToSchema)]
#[schema(as = Message)]
#[allow(dead_code, reason = "only its shape is wanted")]
pub struct MessageShape {
    /// Which sentence.
    id: String,
    /// What is put into it.
    #[schema(value_type = Option<Object>)]
    args: Option<()>,
}

#[derive(utoipa::OpenApi)]
#[openapi(
    info(title = "Mistline", description = "Tables for tabletop role-playing games."),
    paths(
        door::packs,
        door::quarantined,
        door::addresses,
        door::make,
        door::peek,
        door::knock,
        door::enter,
        door::me,
        door::leave,
        door::connect,
        chat_door::connect,
        take_home::export,
        take_home::log,
        take_home::recap,
        take_home::characters,
        take_home::sheets,
        take_home::chart,
        take_home::case_file,
        take_home::search,
        characters::give,
        characters::take,
        pictures::bring,
        pictures::show,
        pictures::note,
        pictures::find_notes,
        packs::offered,
        packs::moving,
        packs::rules,
        health::lives,
        health::ready,
        metrics::metrics,
        page
    ),
    components(schemas(wire::Refused))
)]
struct Described;

/// The description of every address.
#[must_use]
pub fn openapi() -> OpenApi {
    Described::openapi()
}

/// `GET /openapi.json`
#[utoipa::path(get, path = "/openapi.json", responses((status = 200, description = "This.")))]
pub async fn page() -> Json<OpenApi> {
    Json(openapi())
}
