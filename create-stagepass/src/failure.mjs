/** Why no app was written. `code` is stable, the message is for the developer. */
export class CreateFailure extends Error {
  name = "CreateFailure";

  constructor(code, message, options) {
    super(message, options);
    this.code = code;
  }
}
