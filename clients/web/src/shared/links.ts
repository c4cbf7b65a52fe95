/** Addresses outside of this origin that more than one part of the app links to. */
export const LISTING_REQUEST_URL = 'https://discord.com/invite/vest'
