import type { Edges } from './directions.ts'

/** Hands a file to the browser's downloads; its name reveals no patient. */
export const saveFile = (bytes: Blob, name: string, ending: 'pdf' | 'png') => {
  const address = URL.createObjectURL(bytes)
  const file = `${name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')}.${ending}`
  Object.assign(document.createElement('a'), { href: address, download: file }).click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

const minSnapshotSide = 768
const margin = 24
const font = '18px sans-serif'

type Slice = { address: string; ratio: number; edges: Edges | undefined; words: string }

/** A slice in its true proportions, with the letters at its edges and the words below it. */
export const drawSlice = async ({ address, ratio, edges, words }: Slice): Promise<Blob | null> => {
  const image = new Image()
  image.src = address
  await image.decode()
  const height = Math.round(ratio >= 1 ? minSnapshotSide : minSnapshotSide / ratio)
  const width = Math.round(height * ratio)
  const canvas = Object.assign(document.createElement('canvas'), { width, height: height + 2 * margin })
  const pen = canvas.getContext('2d')
  if (!pen) return null
  pen.fillStyle = '#000'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(image, 0, 0, width, height)
  Object.assign(pen, { fillStyle: '#fff', font, textAlign: 'center', textBaseline: 'middle' })
  if (edges) {
    pen.fillText(edges.left, margin / 2, height / 2)
    pen.fillText(edges.right, width - margin / 2, height / 2)
    pen.fillText(edges.top, width / 2, margin / 2)
    pen.fillText(edges.bottom, width / 2, height - margin / 2)
  }
  pen.fillText(words, width / 2, height + margin, width)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
