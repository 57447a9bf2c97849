/** A HEIC file as an iPhone makes one: 96 x 64, red on the left and blue on the right, with the location in its EXIF. */
const heic =
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAYNtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAANGlsb2MAAAAAREAAAgABAAAAAAGnAAEAAAAAAAAAYQACAAAAAAIIAAEAAAAAAAAANgAAADhpaW5mAAAAAAACAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAFWluZmUCAAABAAIAAEV4aWYAAAAAwmlwcnAAAACkaXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoDCBBZbqSSmubgQEDAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAGAAAABAAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAoMAAAAaaXJlZgAAAAAAAAAOY2RzYwACAAEAAQAAAJ9tZGF0AAAAXSgBrxOAdz4mqI///IJXf+0L0/+D9kshVP/qyB9+Y1d/5ReTwDWqDiwmmm62blpfy2nFWQ/5Q/vI/rs7qP7bS/0VoDSEX3jvQ7jbxGGOXFPshQBX2yRPami4EG1ILgAAAAZFeGlmAABNTQAqAAAACAABiCUABAAAAAEAAAAaAAAAAAABAAEAAgAAAAJOAAAAAAAAAA=='

export const heicPhoto = () =>
  new File([Uint8Array.from(atob(heic), (letter) => letter.charCodeAt(0))], 'IMG_0001.HEIC', { type: 'image/heic' })

const marker = (length: number) => [0xff, 0xe1, length >> 8, length & 255]

/** EXIF with the camera's orientation (6: a quarter turn to the right), and location. */
const exif = (orientation: number) => {
  const tiff = new DataView(new ArrayBuffer(56))
  const entry = (at: number, tag: number, type: number, value: number) => {
    tiff.setUint16(at, tag)
    tiff.setUint16(at + 2, type)
    tiff.setUint32(at + 4, 1)
    if (type === 3) tiff.setUint16(at + 8, value)
    else tiff.setUint32(at + 8, value)
  }
  tiff.setUint32(0, 0x4d4d002a)
  tiff.setUint32(4, 8)
  tiff.setUint16(8, 2)
  entry(10, 0x0112, 3, orientation)
  entry(22, 0x8825, 4, 38)
  tiff.setUint16(38, 1)
  entry(40, 1, 3, 0)
  const letters = new TextEncoder().encode('Exif\0\0')
  return new Uint8Array([...marker(2 + letters.length + 56), ...letters, ...new Uint8Array(tiff.buffer)])
}

/** As stored by a camera held upright: on its side. Its upper half is red, its lower half blue, both as grainy as a photo. */
export const cameraPhoto = async ({ width = 3024, height = 4032, name = 'IMG_0002.jpg', grain = 60 } = {}) => {
  const canvas = new OffscreenCanvas(height, width)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  const tile = new ImageData(256, 256)
  for (let at = 0; at < tile.data.length; at++) tile.data[at] = at % 4 === 3 ? grain : Math.random() * 255
  const pattern = new OffscreenCanvas(256, 256)
  pattern.getContext('2d')?.putImageData(tile, 0, 0)
  context.fillStyle = '#e02020'
  context.fillRect(0, 0, height / 2, width)
  context.fillStyle = '#2020e0'
  context.fillRect(height / 2, 0, height / 2, width)
  context.fillStyle = context.createPattern(pattern, 'repeat') ?? ''
  context.fillRect(0, 0, height, width)
  const jpeg = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })).arrayBuffer())
  return new File([jpeg.slice(0, 2), exif(6), jpeg.slice(2)], name, { type: 'image/jpeg' })
}

/** The color in the middle of the upper, lower, left and right part of a picture, and its size. */
export const lookAt = async (file: Blob) => {
  const picture = await createImageBitmap(file)
  const { width, height } = picture
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  context?.drawImage(picture, 0, 0)
  const at = (x: number, y: number) => {
    const [red = 0, , blue = 0] = context?.getImageData(width * x, height * y, 1, 1).data ?? []
    return red > blue ? 'red' : 'blue'
  }
  return { width, height, top: at(0.5, 0.2), bottom: at(0.5, 0.8), left: at(0.2, 0.5), right: at(0.8, 0.5) }
}
