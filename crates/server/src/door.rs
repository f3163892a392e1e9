//! Making a table, looking at a link, coming in, going out (B-02).

use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use rules::{Refusal, Role, message};
use table::{
    Answer, Command, CommandId, Glance, NewTable, PackSource, Sitting, TableCommand, TableHandle,
    Token, Welcome,
};

use crate::caller::is_forwarded;
use crate::connections::Connection;
use crate::limits::Asker;
use crate::pass::Pass;
use crate::refusing::{At, Body, Refusing, Seated};
use crate::wire::{
    Addresses, EnterTable, Grants, KnockTable, Knocked, MakeTable, Me, PackCard, Peek, PeekLink,
    QuarantinedPack, Refused, TableMade,
};
use crate::{Site, alone, cookie, socket, upgrade};

/// `GET /api/packs`
#[utoipa::path(
    get,
    path = "/api/packs",
    responses((status = 200, description = "The rulesets a table can be made with.", body = Vec<PackCard>))
)]
pub async fn packs(State(site): State<Site>) -> Json<Vec<PackCard>> {
    Json(site.packs().iter().map(|pack| pack.card.clone()).collect())
}

/// `GET /api/packs/quarantined`
#[utoipa::path(
    get,
    path = "/api/packs/quarantined",
    responses((
        status = 200,
        description = "The rulesets that are not offered, and what is wrong with them.",
        body = Vec<QuarantinedPack>
    ))
)]
pub async fn quarantined(State(site): State<Site>) -> Json<Vec<QuarantinedPack>> {
    Json(site.quarantined().to_vec())
}

/// `GET /api/addresses`: where invitations made here should lead (B-07).
///
/// The network's own addresses are answered only to this machine itself: strangers on the internet
/// have no use for them.
#[utoipa::path(
    get,
    path = "/api/addresses",
    responses((status = 200, description = "Where other devices reach this server.", body = Addresses))
)]
pub async fn addresses(
    State(site): State<Site>,
    Extension(Asker(caller)): Extension<Asker>,
    headers: HeaderMap,
) -> Json<Addresses> {
    let here = caller.is_this_machine() && !is_forwarded(&headers);
    let network = if here { site.network_urls() } else { &[] };
    let urls = match site.public_url() {
        Some(public) => vec![public.trim_end_matches('/').to_owned()],
        None => network.to_vec(),
    };
    Json(Addresses { urls })
}

/// `POST /api/tables`
#[utoipa::path(
    post,
    path = "/api/tables",
    request_body = MakeTable,
    responses(
        (status = 201, description = "Made, with the host's cookie.", body = TableMade),
        (status = 400, description = "The body cannot be read.", body = Refused),
        (status = 403, description = "The key is wrong, or another site asked.", body = Refused),
        (status = 404, description = "There is no such ruleset.", body = Refused),
        (status = 409, description = "Something in it is not fit.", body = Refused),
        (status = 413, description = "The body is too large.", body = Refused),
        (status = 429, description = "Too many from this address.", body = Refused)
    )
)]
pub async fn make(
    State(site): State<Site>,
    Body(make): Body<MakeTable>,
) -> Result<Response, Refusing> {
    if !site.may_create(make.create_key.as_deref()) {
        return Err(Refusing::forbidden("B-02", message!("server-create-key")));
    }
    let offered = match &make.pack_text {
        Some(_) => None,
        None => {
            let packs = site.packs();
            let Some(pack) = packs.iter().find(|pack| pack.card.id == make.pack) else {
                let what = message!("server-no-such-pack", pack = make.pack);
                return Err(Refusing::missing(Refusal::new("B-01", what)));
            };
            Some(pack.pack.clone())
        }
    };
    let (tables, text, choices) = (site.tables().clone(), make.pack_text, make.choices);
    // Reading rules is work.
    let read = move || {
        let pack = match offered {
            Some(pack) => pack,
            // A host's own rules, for this table (P-71).
            None => tables.resolve_pack(&PackSource::Text(text.unwrap_or_default()))?,
        };
        match choices.is_empty() {
            true => Ok(pack),
            false => rules::pack::choose(&pack, &choices),
        }
    };
    let read = tokio::task::spawn_blocking(read).await;
    let pack = read.map_err(|_| Refusal::new("P-71", message!("table-broken")))??;
    let id = pack.get("id").and_then(serde_json::Value::as_str).unwrap_or_default().to_owned();
    let (language, host, rules) = (make.language.clone(), make.host_name.clone(), pack.clone());
    let opened = site
        .tables()
        .open_with(
            NewTable {
                title: make.title,
                language: make.language,
                time_zone: make.time_zone,
                pack,
                host: make.host_name,
            },
            &make.settings,
        )
        .await?;
    let table = opened.table;
    let entered = table.enter(&opened.link, None, CommandId::random()).await?;
    let invite = Command::Table(TableCommand::Invite { role: Role::Player });
    let answer = table.command(opened.host, CommandId::random(), invite).await?;
    let Answer::Link { token: Some(invite_token), .. } = answer else {
        return Err(Refusal::new("B-02", message!("server-no-invitation")).into());
    };
    if make.alone {
        let language = language.parse().unwrap_or_default();
        alone::set_up(&table, (opened.host, &host), &rules, language, site.workers()).await;
    }
    site.metrics().table_made();
    tracing::info!(table = %table.id(), pack = %id, "a table was made");
    let made = TableMade {
        table: table.id(),
        seat: opened.host,
        host_token: opened.link.reveal().to_owned(),
        invite_token,
    };
    let cookie = cookie::keep(table.id(), &entered.token, site.is_secure());
    Ok((StatusCode::CREATED, [(header::SET_COOKIE, cookie)], Json(made)).into_response())
}

/// `POST /api/tables/{id}/peek`
#[utoipa::path(
    post,
    path = "/api/tables/{id}/peek",
    params(("id" = String, Path, description = "The table.")),
    request_body = PeekLink,
    responses(
        (status = 200, description = "What the link leads to; nobody joins.", body = Peek),
        (status = 400, description = "The body cannot be read.", body = Refused),
        (status = 404, description = "There is no such table.", body = Refused),
        (status = 409, description = "The link is wrong or revoked.", body = Refused)
    )
)]
pub async fn peek(At(table): At, Body(peek): Body<PeekLink>) -> Result<Json<Peek>, Refusing> {
    let leads = table.look(&Token::presented(&peek.token)).await?;
    let Welcome { title, role, name, host, players, game, cast } = leads;
    let grants = if name.is_some() { Grants::Seat } else { Grants::Invite };
    Ok(Json(Peek { title, grants, role, name, host, players, game, cast }))
}

/// `POST /api/tables/{id}/knock`: asks for the seat of a name that is taken (B-06).
#[utoipa::path(
    post,
    path = "/api/tables/{id}/knock",
    params(("id" = String, Path, description = "The table.")),
    request_body = KnockTable,
    responses(
        (status = 200, description = "What opens the seat once a host has nodded.", body = Knocked),
        (status = 400, description = "The body cannot be read.", body = Refused),
        (status = 404, description = "There is no such table.", body = Refused),
        (status = 409, description = "There is no such seat, or somebody waits already.", body = Refused)
    )
)]
pub async fn knock(
    At(table): At,
    Body(knock): Body<KnockTable>,
) -> Result<Json<Knocked>, Refusing> {
    let token = table.knock(&Token::presented(&knock.token), knock.name).await?;
    Ok(Json(Knocked { token: token.reveal().to_owned() }))
}

/// `POST /api/tables/{id}/enter`
#[utoipa::path(
    post,
    path = "/api/tables/{id}/enter",
    params(("id" = String, Path, description = "The table.")),
    request_body = EnterTable,
    responses(
        (status = 200, description = "Seated, with the seat's cookie.", body = Me),
        (status = 400, description = "The body cannot be read.", body = Refused),
        (status = 404, description = "There is no such table.", body = Refused),
        (status = 409, description = "The link is wrong, or the name not fit.", body = Refused)
    )
)]
pub async fn enter(
    State(site): State<Site>,
    At(table): At,
    Body(enter): Body<EnterTable>,
) -> Result<Response, Refusing> {
    let command = enter.id.unwrap_or_else(CommandId::random);
    let link = Token::presented(&enter.token);
    let entered = table.enter(&link, enter.name, command).await?;
    let sitting = table.whoami(&entered.token).await?;
    let cookie = cookie::keep(table.id(), &entered.token, site.is_secure());
    let me = me_of(&table, sitting).await?;
    Ok(([(header::SET_COOKIE, cookie)], Json(me)).into_response())
}

/// `GET /api/tables/{id}/me`
#[utoipa::path(
    get,
    path = "/api/tables/{id}/me",
    params(("id" = String, Path, description = "The table.")),
    responses(
        (status = 200, description = "The seat of the cookie.", body = Me),
        (status = 401, description = "No seat.", body = Refused),
        (status = 404, description = "There is no such table.", body = Refused)
    )
)]
pub async fn me(Seated { table, sitting }: Seated) -> Result<Json<Me>, Refusing> {
    Ok(Json(me_of(&table, sitting).await?))
}

/// `POST /api/tables/{id}/leave`: the device gives up its seat; the seat stays.
#[utoipa::path(
    post,
    path = "/api/tables/{id}/leave",
    params(("id" = String, Path, description = "The table.")),
    responses(
        (status = 204, description = "The device has no seat any more."),
        (status = 401, description = "It had none.", body = Refused),
        (status = 404, description = "There is no such table.", body = Refused)
    )
)]
pub async fn leave(
    State(site): State<Site>,
    Seated { table, sitting }: Seated,
) -> Result<Response, Refusing> {
    let leave = Command::Table(TableCommand::RevokeDevice { device: sitting.device });
    table.command(sitting.seat, CommandId::random(), leave).await?;
    let cookie = cookie::forget(table.id(), site.is_secure());
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]).into_response())
}

/// `GET /api/tables/{id}/ws`
#[utoipa::path(
    get,
    path = "/api/tables/{id}/ws",
    params(("id" = String, Path, description = "The table.")),
    responses(
        (status = 101, description = "A WebSocket; see docs/protocol.md."),
        (status = 400, description = "No WebSocket was asked for.", body = Refused),
        (status = 401, description = "No seat.", body = Refused),
        (status = 403, description = "Another site asked.", body = Refused),
        (status = 404, description = "There is no such table.", body = Refused),
        (status = 429, description = "Too many connections.", body = Refused)
    )
)]
pub async fn connect(
    State(site): State<Site>,
    Seated { table, sitting }: Seated,
    Extension(Asker(caller)): Extension<Asker>,
    request: Request,
) -> Result<Response, Refusing> {
    let busy = request.extensions().get::<Connection>().map(Connection::busy);
    let pass = Pass::new(&site, (caller, busy), table.id(), sitting.seat)?;
    let sockets = site.sockets().clone();
    Ok(upgrade::upgrade(request, socket::limits(), move |socket| {
        sockets.track_future(socket::converse(socket, table, sitting, pass))
    }))
}

async fn me_of(table: &TableHandle, sitting: Sitting) -> Result<Me, Refusal> {
    let Glance { title, game, waits } = table.glance(sitting.seat).await?;
    let Sitting { seat, role, name, .. } = sitting;
    Ok(Me { seat, role, name, title, game, waits })
}
