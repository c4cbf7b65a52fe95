/** The calls of what lies outside, in the order of the reference. */
// Written by `node tools/program.mjs reference`, but for the order of the list.
import { completeSocialLinkCall } from './completeSocialLink.ts'
import { depositSolanaCall } from './depositSolana.ts'
import { linkSocialCall } from './linkSocial.ts'
import { onRampUrlCall } from './onRampUrl.ts'
import { sendPostCall } from './sendPost.ts'
import { socialAccountCall } from './socialAccount.ts'
import { unlinkSocialCall } from './unlinkSocial.ts'

export * from './completeSocialLink.ts'
export * from './depositSolana.ts'
export * from './linkSocial.ts'
export * from './onRampUrl.ts'
export * from './sendPost.ts'
export * from './socialAccount.ts'
export * from './unlinkSocial.ts'

export const OUTSIDE_CALLS = {
  onRampUrl: onRampUrlCall,
  depositSolana: depositSolanaCall,
  socialAccount: socialAccountCall,
  linkSocial: linkSocialCall,
  completeSocialLink: completeSocialLinkCall,
  unlinkSocial: unlinkSocialCall,
  sendPost: sendPostCall,
} as const
