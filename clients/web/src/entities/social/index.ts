export { LinkSocial } from './LinkSocial.tsx'
export { readSocialReturn, postSocialReturn } from './socialReturn.ts'
export { useSocialAccount } from './useSocialAccount.ts'
