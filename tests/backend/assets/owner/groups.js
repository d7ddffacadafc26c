// Groups: users that the owner adds by name, or that join with an invitation. One user can use an invitation.

import { button, entry, line, make, moment } from "./elements.js";
import { alarm, alone, announce, calm, judge, onSubmit } from "./news.js";
import { ask } from "./server.js";
import { shownOnce } from "./shown_once.js";
import { loadThings, refuse } from "./things.js";

/** What is shown of the groups. */
export const load = () =>
  loadThings({
    one: "group",
    many: "groups",
    empty:
      "You have no groups yet. A rule can allow the members of a group, for example friends or supporters.",
    gone: "Its members and open invitations are deleted, too. A rule that names it no longer matches anybody.",
    address: {
      member: "joinUrl",
      label: "Page to join on",
      note: "The page of your app that accepts invitations. An invitation is then a link to it. Optional.",
    },
    inside: (group) => [members(group)],
  });

/** Members and invitations of a group. Loaded when the section is opened. */
function members(group) {
  const place = make("div", { class: "stack" });
  const details = make(
    "details",
    {},
    make("summary", {}, "Members and invitations", make("span", { class: "hidden", text: ` of ${group.name}` })),
    place,
  );
  const load = async () => {
    const problem = calm();
    place.replaceChildren(make("p", { class: "quiet", text: "Loading…" }), problem);
    try {
      const { members: all } = await ask(`/owner/groups/${group.id}/members`);
      place.replaceChildren(membership(group, all), inviting(group));
    } catch (error) {
      place.replaceChildren(problem);
      alarm(problem, error, load);
    }
  };
  details.addEventListener("toggle", () => {
    if (details.open && place.childElementCount === 0) load();
  });
  return details;
}

function membership(group, all) {
  const rows = make("ul", { class: "people" });
  const empty = make("p", { class: "quiet", text: "The group has no members yet." });
  const count = () => {
    empty.hidden = rows.childElementCount > 0;
  };
  const problem = calm();
  const handle = entry("Add a member", line({ placeholder: "@handle" }));
  const add = async () => {
    problem.hidden = true;
    judge(handle, "");
    const user = handle.control.value.trim().replace(/^@?/, "@");
    try {
      if (user === "@") throw new Error("Enter a handle: it begins with @.");
      await ask(`/owner/groups/${group.id}/members/${encodeURIComponent(user)}`, { method: "PUT" });
      const { members: now } = await ask(`/owner/groups/${group.id}/members`);
      rows.replaceChildren(...now.map(show));
      count();
      handle.control.value = "";
      announce(`${user} is now a member.`);
    } catch (error) {
      judge(handle, error.message);
    }
    return handle.control;
  };
  const remove = (member, row) => async () => {
    problem.hidden = true;
    try {
      await ask(`/owner/groups/${group.id}/members/${member.userId}`, { method: "DELETE" });
      row.remove();
      count();
      announce(`${member.name} is no longer a member.`);
      return handle.control;
    } catch (error) {
      alarm(problem, error);
      return undefined;
    }
  };
  const show = (member) => {
    const row = make("li", { "data-member": member.handle });
    row.append(
      make(
        "span",
        { class: "name" },
        make("strong", { text: member.name }),
        " ",
        make("span", { class: "quiet", text: `@${member.handle}, since ` }),
        moment(member.since),
      ),
      button("Remove", () => alone(remove(member, row)), { about: `@${member.handle}` }),
    );
    return row;
  };
  rows.append(...all.map(show));
  count();
  const adding = make(
    "form",
    { class: "inline", novalidate: true },
    handle.element,
    make("button", { type: "submit", text: "Add" }),
  );
  return make("div", { class: "stack" }, empty, rows, problem, onSubmit(adding, add));
}

function inviting(group) {
  const problem = calm();
  const place = make("div");
  const days = entry(
    "Days valid",
    make("input", { type: "number", min: "1", max: "90", value: "7", inputmode: "numeric" }),
  );
  const invite = async () => {
    problem.hidden = true;
    judge(days, "");
    try {
      const body = { days: Number(days.control.value) };
      const { invitation, link, expiresAt } = await ask(`/owner/groups/${group.id}/invitations`, {
        method: "POST",
        body,
      });
      const ends = make("p", { class: "quiet" }, "One user can join with it, until ", moment(expiresAt), ".");
      const once = shownOnce(
        "The invitation is shown only once. Copy it now.",
        [[link ? "Invitation link" : "Invitation", link ?? invitation]],
        [ends],
      );
      place.replaceChildren(once.element);
      return once.heading;
    } catch (error) {
      return refuse({ days }, problem, error);
    }
  };
  const form = make(
    "form",
    { class: "inline", novalidate: true },
    days.element,
    make("button", { type: "submit", text: "Create invitation", "data-invite": group.id }),
  );
  return make("div", { class: "stack" }, onSubmit(form, invite), problem, place);
}
