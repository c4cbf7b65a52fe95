/** Addresses outside of this origin. */
export const COMMUNITY_URL = 'https://discord.com/invite/vest'
