//! Parses and writes the JSON of a schedule. Times are local and have no offset: one zone applies to all of them.

use jiff::civil::{Date, DateTime, Time};
use serde::ser::{Serialize, SerializeStruct as _, Serializer};

use super::definition::{LISTENER, Schedule, Zone};
use super::weekly::{DAYS, Days, Window, time_of_day};
use crate::clock::Span;
use crate::countries::country_zones::database;
use crate::error::RuleError;
use crate::json::cursor::{Cursor, repeated};
use crate::limits::MAX_WINDOWS;

/// Parses a schedule.
pub(in super::super) fn read(at: &Cursor<'_>) -> Result<Schedule, RuleError> {
    let [from, until, weekly, zone] = at.members(["from", "until", "weekly", "zone"])?;
    let read = |at: Option<&Cursor<'_>>| at.map(date_time).transpose();
    let (start, end) = (read(from.as_ref())?, read(until.as_ref())?);
    if let (Some(start), Some(end), Some(until)) = (start, end, &until)
        && end <= start
    {
        return Err(until.error("has to be later than from"));
    }
    let windows = match &weekly {
        Some(weekly) => weekly.list("windows", MAX_WINDOWS)?.iter().map(window).collect::<Result<_, _>>()?,
        None if start.is_none() && end.is_none() => return Err(at.error("has to have from, until or weekly")),
        None => vec![],
    };
    let zone = zone.ok_or_else(|| at.error("has to have a zone, like \"Europe/Stockholm\", or \"listener\""))?;
    Ok(Schedule { from: start, until: end, weekly: windows, zone: read_zone(&zone, start, end)? })
}

fn read_zone(at: &Cursor<'_>, from: Option<DateTime>, until: Option<DateTime>) -> Result<Zone, RuleError> {
    let text = at.text()?;
    if text == LISTENER {
        return Ok(Zone::Listener);
    }
    let found = database().get(text).ok();
    let known = found.as_ref().and_then(|zone| Some((zone, zone.iana_name().filter(|name| *name != "Etc/Unknown")?)));
    let Some((zone, name)) = known else {
        let problem = "is no time zone: an IANA name such as Europe/Stockholm, or listener";
        return Err(at.error(format_args!("{} {problem}", repeated(text))));
    };
    let span = Span::of(from, until, std::slice::from_ref(zone));
    Ok(Zone::Named { name: name.to_owned(), zone: zone.clone(), span })
}

fn window(at: &Cursor<'_>) -> Result<Window, RuleError> {
    let [Some(days), Some(from), Some(until)] = at.members(["days", "from", "until"])? else {
        return Err(at.error("has to have days, from and until"));
    };
    Ok(Window { days: read_days(&days)?, from: time(&from, from.text()?)?, until: end(&until)? })
}

fn read_days(at: &Cursor<'_>) -> Result<Days, RuleError> {
    let mut days = Days::default();
    for at in at.list("days", DAYS.len())? {
        let text = at.text()?;
        let day = DAYS.iter().position(|day| *day == text);
        let problem = || at.error(format_args!("{} is no day: {}", repeated(text), DAYS.join(", ")));
        days = days.with(day.ok_or_else(problem)?);
    }
    Ok(days)
}

/// Parses the end of a window.
fn end(at: &Cursor<'_>) -> Result<Time, RuleError> {
    match at.text()? {
        "24:00" | "24:00:00" => Ok(Time::midnight()),
        text => time(at, text),
    }
}

fn time(at: &Cursor<'_>, text: &str) -> Result<Time, RuleError> {
    clock_time(text).ok_or_else(|| at.error(format_args!("{} is no time like 20:00", repeated(text))))
}

fn date_time(at: &Cursor<'_>) -> Result<DateTime, RuleError> {
    let text = at.text()?;
    let (date, time) = text.split_once('T').unwrap_or((text, "00:00"));
    let read = calendar_date(date).zip(clock_time(time)).map(|(date, time)| date.to_datetime(time));
    let problem = "is no date like 2026-12-01, nor a local time like 2026-12-01T20:00";
    read.ok_or_else(|| at.error(format_args!("{} {problem}", repeated(text))))
}

/// Parses `2026-12-01`.
fn calendar_date(text: &str) -> Option<Date> {
    let mut parts = text.split('-');
    let [year, month, day] = [number(parts.next()?, 4)?, number(parts.next()?, 2)?, number(parts.next()?, 2)?];
    let date = Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()?;
    (parts.next().is_none() && year > 0).then_some(date)
}

/// Parses `20:00` or `20:00:00`.
fn clock_time(text: &str) -> Option<Time> {
    let mut parts = text.split(':');
    let [hour, minute] = [number(parts.next()?, 2)?, number(parts.next()?, 2)?];
    let second = parts.next().map_or(Some(0), |second| number(second, 2))?;
    // `Time::new` rejects hour 24 and second 60.
    let time = Time::new(i8::try_from(hour).ok()?, i8::try_from(minute).ok()?, i8::try_from(second).ok()?, 0).ok()?;
    parts.next().is_none().then_some(time)
}

/// Parses exactly `digits` digits. `parse` alone would accept a sign.
fn number(text: &str, digits: usize) -> Option<i16> {
    let is_plain = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_plain { text.parse().ok() } else { None }
}

impl Serialize for Schedule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let written = |time: DateTime| format!("{}T{}", time.date(), time_of_day(time.time()));
        let mut schedule = serializer.serialize_struct("Schedule", 4)?;
        if let Some(from) = self.from {
            schedule.serialize_field("from", &written(from))?;
        }
        if let Some(until) = self.until {
            schedule.serialize_field("until", &written(until))?;
        }
        if !self.weekly.is_empty() {
            schedule.serialize_field("weekly", &self.weekly)?;
        }
        schedule.serialize_field("zone", self.zone.name())?;
        schedule.end()
    }
}
