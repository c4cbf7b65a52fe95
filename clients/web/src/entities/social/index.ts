export { LinkSocial } from './LinkSocial.tsx'
export { readSocialReturn, tellReturn } from './socialReturn.ts'
export { useSocialAccount } from './useSocialAccount.ts'
