/// <reference types="vite/client" />
/** Changes with every build; names the translations kept in local storage. */
declare const __BUILD_ID__: string
