"""The demo's plugin: one command."""

from grader.plugins import Plugin

PLUGIN = Plugin(name="demo", package="grader.demo", commands=("grader.demo.command:demo",))
