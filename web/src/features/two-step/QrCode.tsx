import { generate } from 'lean-qr'
import { useMemo } from 'react'
import { qrSize } from './qr-size.ts'

/** Black on white in dark mode, too: that is what cameras read. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { path, size } = useMemo(() => {
    const code = generate(text)
    const dots: string[] = []
    for (let y = 0; y < code.size; y++)
      for (let x = 0; x < code.size; x++) if (code.get(x, y)) dots.push(`M${x} ${y}h1v1h-1z`)
    return { path: dots.join(''), size: code.size }
  }, [text])
  return (
    <svg role="img" aria-label={label} viewBox={`-4 -4 ${size + 8} ${size + 8}`} width={qrSize} height={qrSize}>
      <rect x={-4} y={-4} width={size + 8} height={size + 8} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
