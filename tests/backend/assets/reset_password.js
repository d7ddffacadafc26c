// Fills in the code of the link, and takes it out of the address and the history. Without this script, the user copies
// it.

const code = document.getElementById("code");
const given = location.hash.slice(1);
if (given) {
  code.value = given;
  history.replaceState(null, "", location.pathname);
}
if (code.value) {
  document.getElementById("code-entry").hidden = true;
  document.getElementById("new-password").focus();
}
