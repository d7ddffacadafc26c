// A storage that exists, and throws at every access.

for (const name of ["key", "getItem", "setItem", "removeItem", "clear"]) {
  Storage.prototype[name] = () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
}
Object.defineProperty(Storage.prototype, "length", {
  get() {
    throw new DOMException("The operation is insecure.", "SecurityError");
  },
});
