// Fills in the code of the link, and takes it out of the address and the history. Without this script, the user copies
// it.

const code = document.getElementById("code");

function takeFromAddress() {
  const given = location.hash.slice(1);
  if (given) {
    code.value = given;
    history.replaceState(null, "", location.pathname);
  }
  // After a code that was refused, the field is empty and stays visible, for another one.
  if (code.value) {
    for (const id of ["code-entry", "no-link"]) document.getElementById(id).hidden = true;
    document.getElementById("new-password").focus();
  }
}

takeFromAddress();
// Another link that is opened in this tab changes only the fragment, so the page is not loaded again.
addEventListener("hashchange", takeFromAddress);
