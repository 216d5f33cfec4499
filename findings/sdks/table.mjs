export function writeGuide(){}
