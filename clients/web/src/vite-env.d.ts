/// <reference types="vite/client" />
/** Changes with every build; names the translations kept in local storage. */
declare const __BUILD_ID__: string
/** The gallery is in this build: in development, and where `VEST_GALLERY=1` asks for it. */
declare const __HAS_GALLERY__: boolean
