declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  type Picture = {
    get_width(): number
    get_height(): number
    display(pixels: ImageData, done: (shown: ImageData | null) => void): void
    free(): void
  }
  export default function libheif(): { HeifDecoder: new () => { decode(bytes: Uint8Array): Picture[] } }
}
