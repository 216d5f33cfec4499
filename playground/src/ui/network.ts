/** Host names of this machine, which need no network and which browsers trust without https. */
export const LOCAL = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;
