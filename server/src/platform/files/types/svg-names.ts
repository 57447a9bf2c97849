const words = (text: string) => new Set(text.trim().split(/\s+/))

// Left out on purpose: script, foreignObject, a, animations, feImage, font-face sources, and all of HTML.
export const svgElements = words(`
  svg g defs symbol use title desc metadata style switch
  path rect circle ellipse line polyline polygon text tspan textPath image
  linearGradient radialGradient stop pattern clipPath mask marker view
  filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
  feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology
  feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
`)

export const svgAttributes = words(`
  id class style lang role tabindex version baseProfile viewBox preserveAspectRatio zoomAndPan enable-background
  x y x1 y1 x2 y2 cx cy r rx ry dx dy d fx fy fr width height points pathLength rotate textLength lengthAdjust
  transform transform-origin gradientUnits gradientTransform spreadMethod offset patternUnits patternContentUnits
  patternTransform clipPathUnits maskUnits maskContentUnits markerUnits markerWidth markerHeight refX refY orient
  startOffset method spacing side type media href requiredExtensions systemLanguage
  fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset color color-interpolation color-interpolation-filters color-rendering opacity
  clip clip-path clip-rule mask mask-type marker marker-start marker-mid marker-end filter flood-color flood-opacity
  lighting-color stop-color stop-opacity display visibility overflow cursor pointer-events paint-order vector-effect
  shape-rendering image-rendering text-rendering mix-blend-mode isolation font font-family font-size font-size-adjust
  font-stretch font-style font-variant font-weight letter-spacing word-spacing text-anchor text-decoration
  dominant-baseline alignment-baseline baseline-shift writing-mode direction unicode-bidi white-space kerning
  glyph-orientation-horizontal glyph-orientation-vertical
  in in2 result mode values operator k1 k2 k3 k4 order kernelMatrix divisor bias targetX targetY edgeMode
  kernelUnitLength preserveAlpha surfaceScale diffuseConstant specularConstant specularExponent limitingConeAngle
  azimuth elevation pointsAtX pointsAtY pointsAtZ z scale xChannelSelector yChannelSelector stdDeviation radius
  baseFrequency numOctaves seed stitchTiles filterUnits primitiveUnits tableValues slope intercept amplitude exponent
`)

export const cssFunctions = words(`
  url rgb rgba hsl hsla matrix translate translatex translatey scale scalex scaley rotate skewx skewy calc
  blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia not nth-child
`)
