/**
 * Build of the web app. Chart, wallets and every page but the trade page are chunks of their own; the
 * output carries content hashes, so that a server may call it immutable. `VEST_API` names a running
 * exchange for `vite dev`, which otherwise has nothing to show but /gallery. A build has the gallery only where
 * `VEST_GALLERY=1` asks for it.
 */
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { marketLogos } from './logos/logoPlugin.ts'
import { pageParts } from './pageParts.ts'

const target = process.env.VEST_API ?? 'http://127.0.0.1:8080'

export default defineConfig(({ command }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwindcss(), marketLogos(), pageParts()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Fonts and images stay files: a data: URI would need another source in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What every visit needs, and what the trade page needs beside it, is one file each with all that it stands on:
    // fifty small ones weigh a tenth more and come one after the other.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'app', test: /\/src\/main\.tsx$/, priority: 2 },
            { name: 'trade', test: /\/src\/pages\/trade\/TradePage\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
  define: {
    __BUILD_ID__: JSON.stringify(Date.now().toString(36)),
    __HAS_GALLERY__: String(command === 'serve' || process.env.VEST_GALLERY === '1'),
  },
  server: {
    proxy: {
      '/v2': target,
      '/devnet': target,
      '/ws-api': { target, ws: true },
      '/ws': { target, ws: true },
    },
  },
}))
