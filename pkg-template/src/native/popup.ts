// There are no popups on a phone: the core's full-page login opens a browser in the app (login.ts).

export const features = (): string => "";

export const openBlank = (): undefined => undefined;

export const closeIfBlank = (): void => {};
