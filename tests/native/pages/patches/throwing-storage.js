// A storage that is there, and throws whatever it is asked.

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
