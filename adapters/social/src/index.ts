/** The door of `adapters/social`: posts in a network in the name of the owner of an account. */
export { openLinkFiles, type Link, type LinkStore } from './linkFiles.ts'
export { NetworkRefusedError, NetworkUnreachableError, type NetworkOptions } from './networkClient.ts'
export { createSocialPosts, type SocialPostsOptions } from './socialPosts.ts'
