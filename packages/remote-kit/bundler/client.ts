// Types of what a remote imports beside code: assets, stylesheets and import.meta.env.
/// <reference types="@rsbuild/core/types" preserve="true" />
export {};
