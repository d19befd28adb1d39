#!/usr/bin/python3
"""A WebKitGTK window under WebDriver: of any width, with a script at the start of every document. MiniBrowser has neither."""
import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

WIDTH = int(os.environ["ENGINE_WIDTH"])
HEIGHT = int(os.environ["ENGINE_HEIGHT"])
RECORDER = os.environ["ENGINE_RECORDER"]

# an ephemeral context has no HTTP cache
data = WebKit2.WebsiteDataManager(
    base_data_directory=os.environ["HOME"], base_cache_directory=os.environ["HOME"] + "/cache"
)
context = WebKit2.WebContext.new_with_website_data_manager(data)
context.set_automation_allowed(True)
context.set_cache_model(WebKit2.CacheModel.WEB_BROWSER)
windows = []


def open_view(*_):
    scripts = WebKit2.UserContentManager()
    scripts.add_script(
        WebKit2.UserScript.new(
            RECORDER,
            WebKit2.UserContentInjectedFrames.TOP_FRAME,
            WebKit2.UserScriptInjectionTime.START,
            None,
            None,
        )
    )
    view = WebKit2.WebView(
        is_controlled_by_automation=True, web_context=context, user_content_manager=scripts
    )
    window = Gtk.Window()
    window.set_decorated(False)
    window.set_default_size(WIDTH, HEIGHT)
    window.add(view)
    window.show_all()
    window.move(0, 0)
    windows.append(window)
    view.connect("close", lambda _: window.destroy())
    return view


def start(_, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("MiniBrowser")
    info.set_version(2, 0, 0)
    session.set_application_info(info)
    session.connect("create-web-view", open_view)


context.connect("automation-started", start)
Gtk.main()
