/** Where all that is shown is translated; only what stands under a key `staff` is not. */
export const translatedFiles = [
  'features/public-site/**/*.{ts,tsx}',
  'features/contact/**/*.{ts,tsx}',
  'ui/{edit,file,shell,state}/**/*.{ts,tsx}',
]
