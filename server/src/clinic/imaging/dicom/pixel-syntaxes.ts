import { explicitLittleEndian, implicitLittleEndian } from './transfer-syntaxes.ts'

export const explicitBigEndian = '1.2.840.10008.1.2.2'
export const deflated = '1.2.840.10008.1.2.1.99'
const encapsulatedUncompressed = '1.2.840.10008.1.2.1.98'

const native = [implicitLittleEndian, explicitLittleEndian, explicitBigEndian, deflated, encapsulatedUncompressed]
/** The pixels are not compressed, whatever is done to the file around them. */
export const isNative = (syntax: string) => native.includes(syntax)
/** The pixels lie in the file as Explicit VR Little Endian has them. */
export const isPlain = (syntax: string) => isNative(syntax) && ![explicitBigEndian, deflated].includes(syntax)
