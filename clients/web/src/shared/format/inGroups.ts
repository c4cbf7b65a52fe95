/** An address or a hash in full, in groups of four, so that eyes can compare it. */
export const inGroups = (text: string): string =>
  text.replace(/^0x/, '0x ').replace(/([0-9a-zA-Z]{4})(?=[0-9a-zA-Z])/g, '$1 ')
