//! What a seat takes home or finds again: the whole table, a session's log, its characters, a line
//! (B-41, B-50). Each seat gets what it was told and no more.

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use export::recap::{self, ValueFallen};
use rules::{Refusal, Role, SeatId, message};
use serde_json::Value;
use table::{Archive, TableHandle};
use words::Language;
use words::log::Form;

use crate::Site;
use crate::refusing::{Asked, Refusing, SeatRefused, Seated};
use crate::wire::{AskChart, AskLog, AskRecap, Found, Refused, Search};

/// How many lines a search finds at once.
const FOUND: usize = 100;
/// The longest text that is sought.
const LONGEST: usize = 200;

/// `GET /api/tables/{id}/export`: the whole table as one file. Host.
#[utoipa::path(
    get,
    path = "/api/tables/{id}/export",
    params(("id" = String, Path, description = "The table.")),
    responses(
        (status = 200, description = "The whole table as a file."),
        (status = 403, description = "Only the host may.", body = Refused),
        SeatRefused
    )
)]
pub async fn export(
    State(site): State<Site>,
    Seated { table, sitting }: Seated,
) -> Result<Response, Refusing> {
    if sitting.role != Role::Host {
        return Err(Refusing::forbidden("B-50", message!("table-host-only")));
    }
    let (id, records) = (table.id(), table.export().await?);
    let pictures = table.pictures().await?;
    let write = move || Archive::new(id, records).with_pictures(pictures).write();
    let archive = site.workers().run(id, sitting.seat, write).await?;
    let name = format!("{}.mistline", table.about().await?.title);
    Ok(file(&name, "application/x-ndjson", archive))
}

/// `GET /api/tables/{id}/log?form=md&session=2`: a session's log as the asking seat saw it.
#[utoipa::path(
    get,
    path = "/api/tables/{id}/log",
    params(
        ("id" = String, Path, description = "The table."),
        ("form" = String, Query, description = "md, html, txt, book, paint or docx."),
        ("session" = Option<u32>, Query, description = "Which session; the last if none."),
        ("whole" = Option<bool>, Query, description = "Whether of all sessions at once."),
        ("story" = Option<bool>, Query, description = "Whether of the story alone.")
    ),
    responses(
        (status = 200, description = "A session's log as a file, as the asking seat saw it."),
        (status = 400, description = "It is not said how.", body = Refused),
        SeatRefused
    )
)]
pub async fn log(
    State(site): State<Site>,
    Seated { table, sitting }: Seated,
    Asked(ask): Asked<AskLog>,
) -> Result<Response, Refusing> {
    let Some(form) = Form::of_ending(&ask.form) else {
        let refusal = Refusal::new("B-50", message!("server-log-form", form = ask.form));
        return Err(Refusing::new(StatusCode::BAD_REQUEST, refusal));
    };
    let workers = site.workers();
    let asked = export::Asked {
        session: ask.session,
        whole: ask.whole,
        story: ask.story,
        plates: form == Form::Book,
    };
    let log = export::log(workers, &table, sitting.seat, asked).await?;
    let name = format!("{}.{}", log.name(), form.ending());
    let text = workers.run(table.id(), sitting.seat, move || log.write(form)).await?;
    Ok(file(&name, form.content_type(), text))
}

/// `GET /api/tables/{id}/recap?session=2`: a session looked back at, as the asking seat was told it.
#[utoipa::path(
    get,
    path = "/api/tables/{id}/recap",
    params(
        ("id" = String, Path, description = "The table."),
        ("form" = Option<String>, Query, description = "json, md, html or png; json if none."),
        ("session" = Option<u32>, Query, description = "Which session; the last if none.")
    ),
    responses(
        (status = 200, description = "The session looked back at, as the asking seat was told it."),
        (status = 400, description = "There is no such form.", body = Refused),
        SeatRefused
    )
)]
pub async fn recap(
    State(site): State<Site>,
    Seated { table, sitting }: Seated,
    Asked(ask): Asked<AskRecap>,
) -> Result<Response, Refusing> {
    let found = recap::recap(site.workers(), &table, sitting.seat, ask.session).await?;
    let form = match ask.form.as_deref() {
        None | Some("json") => return Ok(Json(found).into_response()),
        Some("md") => Some(Form::Markdown),
        Some("html") => Some(Form::Html),
        Some("png") => None,
        Some(other) => {
            let refusal = Refusal::new("B-52", message!("server-recap-form", form = other));
            return Err(Refusing::new(StatusCode::BAD_REQUEST, refusal));
        }
    };
    let about = table.about().await?;
    let language = about.language.parse().unwrap_or(Language::ZhHans);
    let Some(form) = form else {
        let (title, sections) = found.beside_dice(&about.title, language);
        let name = format!("{title}.png");
        let draw = move || {
            let values = found.dice.iter().flat_map(|dice| &dice.values);
            let fallen = |it: &ValueFallen| picture::Fallen {
                label: it.label(),
                count: it.count,
                expected: it.expected,
            };
            let dice: Vec<picture::Fallen> = values.map(fallen).collect();
            picture::recap_svg(&title, &sections, &found.caption(language), &dice, language)
        };
        let svg = site.workers().run(table.id(), sitting.seat, draw).await?;
        return png(&site, &table, sitting.seat, &name, svg, "B-52").await;
    };
    let (title, sections) = found.written(&about.title, language);
    let text = match form {
        Form::Markdown => words::log::document(&title, &sections),
        _ => words::log::page(language, &title, &sections),
    };
    let name = format!("{title}.{}", form.ending());
    Ok(file(&name, form.content_type(), text))
}

/// `GET /api/tables/{id}/characters`: the characters the asking seat sees, as it sees them.
#[utoipa::path(
    get,
    path = "/api/tables/{id}/characters",
    params(("id" = String, Path, description = "The table.")),
    responses(
        (status = 200, description = "The characters the asking seat sees."),
        SeatRefused
    )
)]
pub async fn characters(Seated { table, sitting }: Seated) -> Result<Json<Value>, Refusing> {
    Ok(Json(export::characters(&table, sitting.seat).await?))
}

/// `GET /api/tables/{id}/sheets`: the same as a page to print, in the table's language.
#[utoipa::path(
    get,
    path = "/api/tables/{id}/sheets",
    params(("id" = String, Path, description = "The table.")),
    responses(
        (status = 200, description = "The same as a page to print."),
        SeatRefused
    )
)]
pub async fn sheets(
    State(site): State<Site>,
    Seated { table, sitting }: Seated,
) -> Result<Response, Refusing> {
    let about = table.about().await?;
    let language = about.language.parse().unwrap_or(Language::ZhHans);
    let cards = export::cards(site.workers(), &table, sitting.seat, language).await?;
    let page = words::sheet::page(language, &about.title, &cards);
    Ok(file(&format!("{}.html", about.title), Form::Html.content_type(), page))
}

/// `GET /api/tables/{id}/chart?form=png`: the fight as the asking seat sees it, as a picture (T-35).
#[utoipa::path(
    get,
    path = "/api/tables/{id}/chart",
    params(
        ("id" = String, Path, description = "The table."),
        ("form" = Option<String>, Query, description = "png or svg; png if none."),
        ("language" = Option<String>, Query, description = "The language; the table's if none.")
    ),
    responses(
        (status = 200, description = "The fight as a picture, as the asking seat sees it."),
        (status = 400, description = "There is no such form.", body = Refused),
        (status = 501, description = "The server has no font for it.", body = Refused),
        SeatRefused
    )
)]
pub async fn chart(
    State(site): State<Site>,
    Seated { table, sitting }: Seated,
    Asked(ask): Asked<AskChart>,
) -> Result<Response, Refusing> {
    let form = ask.form.unwrap_or_else(|| "png".to_owned());
    if !matches!(form.as_str(), "png" | "svg") {
        let refusal = Refusal::new("T-35", message!("server-chart-form", form = form));
        return Err(Refusing::new(StatusCode::BAD_REQUEST, refusal));
    }
    let about = table.about().await?;
    let language = ask.language.unwrap_or_else(|| about.language.clone());
    let language = language.parse().unwrap_or(Language::ZhHans);
    let view = table.game_view(sitting.seat).await?;
    let draw = move || picture::chart_of(&view, language);
    let svg = site.workers().run(table.id(), sitting.seat, draw).await?;
    let svg =
        svg.ok_or_else(|| Refusing::missing(Refusal::new("T-35", message!("timeline-no-fight"))))?;
    let name = format!("{}.{form}", about.title);
    if form == "svg" {
        return Ok(file(&name, "image/svg+xml", svg));
    }
    png(&site, &table, sitting.seat, &name, svg, "T-35").await
}

/// A drawing as a PNG, where the server has a font for it.
async fn png(
    site: &Site,
    table: &TableHandle,
    seat: SeatId,
    name: &str,
    svg: String,
    rule: &'static str,
) -> Result<Response, Refusing> {
    match site.workers().run(table.id(), seat, move || picture::png(&svg)).await? {
        Ok(png) => Ok(file(name, "image/png", png)),
        Err(picture::NoFont) => {
            let what = message!("server-no-font", package = picture::FONT_PACKAGE);
            let refusal = Refusal::new(rule, what).instead(message!("server-no-font-text"));
            Err(Refusing::new(StatusCode::NOT_IMPLEMENTED, refusal))
        }
    }
}

/// `GET /api/tables/{id}/case-file`: the case file as the asking seat sees it, as Markdown in the
/// table's language (M-38).
#[utoipa::path(
    get,
    path = "/api/tables/{id}/case-file",
    params(("id" = String, Path, description = "The table.")),
    responses(
        (status = 200, description = "The case file as Markdown, as the asking seat sees it."),
        SeatRefused
    )
)]
pub async fn case_file(
    State(site): State<Site>,
    Seated { table, sitting }: Seated,
) -> Result<Response, Refusing> {
    let about = table.about().await?;
    let language = about.language.parse().unwrap_or(Language::ZhHans);
    let cases = export::case_file(site.workers(), &table, sitting.seat, language).await?;
    let text = words::log::document(&about.title, &cases);
    Ok(file(&format!("{}.md", about.title), Form::Markdown.content_type(), text))
}

/// `GET /api/tables/{id}/search?text=门`: lines the asking seat was told, the last ones first found.
#[utoipa::path(
    get,
    path = "/api/tables/{id}/search",
    params(
        ("id" = String, Path, description = "The table."),
        ("text" = String, Query, description = "What is sought."),
        ("language" = Option<String>, Query, description = "The language the reader reads in."),
        ("before" = Option<u64>, Query, description = "Only lines before this one.")
    ),
    responses(
        (status = 200, description = "Lines the asking seat was told."),
        (status = 400, description = "It is not said what.", body = Refused),
        SeatRefused
    )
)]
pub async fn search(
    State(site): State<Site>,
    Seated { table, sitting }: Seated,
    Asked(ask): Asked<Search>,
) -> Result<Json<Found>, Refusing> {
    let text = ask.text.trim();
    if text.is_empty() || text.chars().count() > LONGEST {
        return Err(Refusal::new("B-41", message!("server-search-text", most = LONGEST)).into());
    }
    let language = ask.language.and_then(|tag| tag.parse().ok()).unwrap_or(Language::ZhHans);
    let (workers, seat) = (site.workers(), sitting.seat);
    let lines = export::search(workers, &table, seat, language, text, ask.before, FOUND).await?;
    Ok(Json(Found { lines }))
}

/// An answer that browsers save as a file of that name, and never show as a page of this site.
pub fn file(name: &str, content_type: &'static str, content: impl Into<Body>) -> Response {
    let encoded: String = name
        .bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => {
                char::from(byte).to_string()
            }
            _ => format!("%{byte:02X}"),
        })
        .collect();
    let disposition = format!("attachment; filename*=UTF-8''{encoded}");
    let disposition =
        HeaderValue::try_from(disposition).expect("letters, digits and percent signs");
    let content_type = HeaderValue::from_static(content_type);
    let headers =
        [(header::CONTENT_TYPE, content_type), (header::CONTENT_DISPOSITION, disposition)];
    (headers, content.into()).into_response()
}
